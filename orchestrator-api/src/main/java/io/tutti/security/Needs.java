package io.tutti.security;

import io.tutti.store.Role;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The role that a request's token must have. What bears none of this needs {@link Role#ADMIN}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Needs {
  Role value();
}
