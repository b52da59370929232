package org.jmlspecs.annotation;

/** The modifier {@code code_java_math} of JML. Programs that use it need not bring it along. */
public @interface CodeJavaMath {}
