package org.jmlspecs.annotation;

/** The modifier {@code instance} of JML. Programs that use it need not bring it along. */
public @interface Instance {}
