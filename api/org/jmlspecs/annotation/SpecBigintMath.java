package org.jmlspecs.annotation;

/** The modifier {@code spec_bigint_math} of JML. Programs that use it need not bring it along. */
public @interface SpecBigintMath {}
