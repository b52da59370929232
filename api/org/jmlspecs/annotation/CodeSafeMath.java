package org.jmlspecs.annotation;

/** The modifier {@code code_safe_math} of JML. Programs that use it need not bring it along. */
public @interface CodeSafeMath {}
