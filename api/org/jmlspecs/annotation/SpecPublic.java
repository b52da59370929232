package org.jmlspecs.annotation;

/** The modifier {@code spec_public} of JML. Programs that use it need not bring it along. */
public @interface SpecPublic {}
