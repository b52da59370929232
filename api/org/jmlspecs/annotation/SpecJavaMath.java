package org.jmlspecs.annotation;

/** The modifier {@code spec_java_math} of JML. Programs that use it need not bring it along. */
public @interface SpecJavaMath {}
