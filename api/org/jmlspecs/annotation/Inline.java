package org.jmlspecs.annotation;

/** The modifier {@code inline} of JML. Programs that use it need not bring it along. */
public @interface Inline {}
