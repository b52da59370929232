package org.jmlspecs.annotation;

/** The modifier {@code immutable} of JML. Programs that use it need not bring it along. */
public @interface Immutable {}
