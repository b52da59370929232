package org.jmlspecs.annotation;

/** The modifier {@code skipesc} of JML. Programs that use it need not bring it along. */
public @interface SkipEsc {}
