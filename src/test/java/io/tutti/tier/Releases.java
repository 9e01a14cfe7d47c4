package io.tutti.tier;

import io.tutti.sandbox.release.ServerRelease;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * The releases that a {@code @ParameterizedTest} or a {@code @ParameterizedClass} runs with: the
 * first ones by default, the others in the thorough tier.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Tag(Tier.PARTLY_THOROUGH)
@ArgumentsSource(ReleasesProvider.class)
public @interface Releases {
  /** With each {@code ./mvnw verify}; without it one for each line of servers that differ most. */
  ServerRelease[] value() default {
    ServerRelease.MYSQL_5_7_22, ServerRelease.MYSQL_9_7, ServerRelease.MARIADB_10_11_5
  };

  /** In the thorough tier; without it all others. */
  ServerRelease[] thorough() default {};
}
