package org.jmlspecs.annotation;

/** The modifier {@code query} of JML. Programs that use it need not bring it along. */
public @interface Query {}
