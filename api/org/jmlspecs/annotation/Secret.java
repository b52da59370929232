package org.jmlspecs.annotation;

/** The modifier {@code secret} of JML. Programs that use it need not bring it along. */
public @interface Secret {}
