package io.tutti.app;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.ResolvableType;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.env.PropertySource;

/** What Spring Boot says of settings that it cannot bind, in our words. */
final class WrongSetting {
  private static final String PAGE = "see docs/configuration.md";

  private WrongSetting() {}

  static OrchestratorException of(BindException e) {
    if (e.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
      ConfigurationProperty first = unbound.getUnboundProperties().iterator().next();
      return unknown(first.getName().toString(), origin(first));
    }
    ResolvableType target = e.getTarget().getType();
    boolean isOptional = target.toClass() == Optional.class;
    Class<?> type = (isOptional ? target.getGeneric(0) : target).toClass();
    ConfigurationProperty property = e.getProperty();
    String key = e.getName().toString();
    if (property == null) {
      return invalid(key, "", innermost(e).getMessage(), e);
    }
    if (SettingsCatalogue.isGroup(type)) {
      return unknown(key, origin(property));
    }
    return invalid(key, " (" + origin(property) + ")", wrong(property, type, e), e);
  }

  private static @Nullable String wrong(
      ConfigurationProperty property, Class<?> type, BindException e) {
    boolean isConverted =
        e.getCause() instanceof ConversionException
            || e.getCause() instanceof IllegalArgumentException;
    return isConverted && type != Secret.class
        ? "\"%s\" is not %s".formatted(property.getValue(), SettingValues.expected(type))
        : innermost(e).getMessage();
  }

  private static Throwable innermost(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  private static OrchestratorException invalid(
      String key, String origin, @Nullable String why, BindException e) {
    return new OrchestratorException(
        ErrorCode.INVALID_CONFIGURATION,
        key,
        "The setting %s%s is not valid: %s.".formatted(key, origin, why),
        List.of("correct it, " + PAGE),
        e);
  }

  /** There is no such key. */
  static OrchestratorException unknown(String key, String origin) {
    String offer =
        SettingsCatalogue.nearest(key)
            .map(known -> "write " + known)
            .orElse(PAGE + " for the known keys");
    return new OrchestratorException(
        ErrorCode.INVALID_CONFIGURATION,
        key,
        "There is no setting %s (%s).".formatted(key, origin),
        List.of(offer));
  }

  private static String origin(ConfigurationProperty property) {
    return said(property.getOrigin(), property.getName().toString());
  }

  /** Where a key of a source was written, for people. */
  static String origin(PropertySource<?> source, String key) {
    return said(OriginLookup.getOrigin(source, key), key);
  }

  private static String said(@Nullable Origin origin, String key) {
    return switch (origin) {
      case PropertySourceOrigin known when known.getOrigin() != null ->
          said(known.getOrigin(), key);
      case PropertySourceOrigin known
          when SettingsReader.isEnvironment(known.getPropertySource()) ->
          "environment variable " + known.getPropertyName();
      case PropertySourceOrigin known
          when SettingsReader.isEnvironmentOfFindings(known.getPropertySource()) ->
          "environment variable "
              + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
      case TextResourceOrigin text when text.getLocation() != null ->
          "%s, line %d".formatted(text.getResource(), text.getLocation().getLine() + 1);
      case null, default -> "flag --" + key;
    };
  }
}
