package org.jmlspecs.annotation;

/** The modifier {@code spec_protected} of JML. Programs that use it need not bring it along. */
public @interface SpecProtected {}
