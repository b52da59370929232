package org.jmlspecs.annotation;

/** The modifier {@code skiprac} of JML. Programs that use it need not bring it along. */
public @interface SkipRac {}
