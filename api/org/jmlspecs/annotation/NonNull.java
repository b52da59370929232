package org.jmlspecs.annotation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

/** The modifier {@code non_null} of JML. Programs that use it need not bring it along. */
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.LOCAL_VARIABLE, ElementType.TYPE_USE})
public @interface NonNull {}
