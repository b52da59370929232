package org.jmlspecs.annotation;

/** The modifier {@code helper} of JML. Programs that use it need not bring it along. */
public @interface Helper {}
