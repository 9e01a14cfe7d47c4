package io.tutti.app;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes one component of a settings record: {@code docs/configuration.md} is made of these. Its
 * default is what {@code @DefaultValue} says beside it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface Setting {

  /** What it does, for people: whole sentences. */
  String value();
}
