package org.jmlspecs.annotation;

/** The modifier {@code nullable_by_default} of JML. Programs that use it need not bring it along. */
public @interface NullableByDefault {}
