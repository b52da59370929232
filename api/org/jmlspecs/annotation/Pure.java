package org.jmlspecs.annotation;

/** The modifier {@code pure} of JML. Programs that use it need not bring it along. */
public @interface Pure {}
