package org.jmlspecs.annotation;

/** The modifier {@code non_null_by_default} of JML. Programs that use it need not bring it along. */
public @interface NonNullByDefault {}
