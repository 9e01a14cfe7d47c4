package io.tutti.tier;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * The cases of a {@code @ParameterizedTest}, each a row of values between commas as in a
 * {@code @CsvSource}, but without quotes: the first ones by default, the others in the thorough
 * tier.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Tag(Tier.PARTLY_THOROUGH)
@ArgumentsSource(CasesProvider.class)
public @interface Cases {
  /** With each {@code ./mvnw verify}. */
  String[] value();

  /** In the thorough tier. */
  String[] thorough();
}
