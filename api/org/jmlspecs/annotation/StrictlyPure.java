package org.jmlspecs.annotation;

/** The modifier {@code strictly_pure} of JML. Programs that use it need not bring it along. */
public @interface StrictlyPure {}
