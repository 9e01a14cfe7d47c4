package io.tutti.app;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.FileSystemResource;

/**
 * Makes the settings of what the outside says, in rising order: {@code tutti.yaml} of the data
 * folder or, without one, of the working directory; environment; flags. It needs no application
 * context, so that the store and the web server are started at the same time by what it reads.
 */
final class SettingsReader {
  private static final String FILE = "tutti.yaml";

  /** By this name Spring Boot knows that dots and dashes are missing in it. */
  private static final String ENVIRONMENT = "systemEnvironment";

  /** What the environment says of single findings, under the keys that it sets. */
  private static final String ENVIRONMENT_OF_FINDINGS = "environment of findings";

  private static final Logger LOG = LoggerFactory.getLogger(SettingsReader.class);
  private static final String ENVIRONMENT_PREFIX = "TUTTI_";
  private static final String FLAG_PREFIX = "--";
  private static final String HOME = "TUTTI_HOME";

  /** Read by others than the controller: the launcher, the client, the sandbox. */
  private static final List<String> FOREIGN_ENVIRONMENT =
      List.of("TUTTI_URL", "TUTTI_SANDBOX", "TUTTI_JDK", "TUTTI_JAVA", "TUTTI_OPTS", "TUTTI_HEAP");

  private SettingsReader() {}

  /**
   * The settings, of which those that nobody has set have their defaults.
   *
   * @throws OrchestratorException INVALID_CONFIGURATION naming the key, its origin and what was
   *     expected
   */
  static ControllerSettings read(
      List<String> arguments, Map<String, String> environment, Path workingDirectory) {
    warnOfUnknown(environment);
    MutablePropertySources sources = sources(arguments, environment, workingDirectory);
    sources.forEach(SettingsReader::requireOurs);
    return bind(sources);
  }

  /** Who sets something, the one that counts most first. */
  static MutablePropertySources sources(
      List<String> arguments, Map<String, String> environment, Path workingDirectory) {
    MutablePropertySources sources = new MutablePropertySources();
    PropertySource<?> flags = flags(arguments);
    sources.addLast(flags);
    sources.addLast(
        new SystemEnvironmentPropertySource(
            ENVIRONMENT, HookSettings.without(FindingSwitches.withoutFindings(environment))));
    sources.addLast(
        new MapPropertySource(ENVIRONMENT_OF_FINDINGS, FindingSwitches.ofEnvironment(environment)));
    fileAt(flags, environment, workingDirectory)
        .ifPresent(file -> fromFile(file).forEach(sources::addLast));
    return sources;
  }

  private static ControllerSettings bind(MutablePropertySources sources) {
    Binder binder =
        new Binder(
            ConfigurationPropertySources.from(sources), null, SettingValues.conversion(), null);
    try {
      ControllerSettings settings =
          binder.bindOrCreate(
              SettingsCatalogue.PREFIX,
              Bindable.of(ControllerSettings.class),
              new NoUnboundElementsBindHandler(
                  BindHandler.DEFAULT, new UnboundElementsSourceFilter()));
      settings.reading();
      settings.findingSettings();
      return settings;
    } catch (BindException e) {
      throw WrongSetting.of(e);
    } catch (IllegalArgumentException e) {
      throw new OrchestratorException(
          ErrorCode.INVALID_CONFIGURATION,
          "tutti.discovery",
          "The settings below tutti.discovery and tutti.detection do not fit together: "
              + e.getMessage()
              + ".",
          List.of("see docs/configuration.md"),
          e);
    }
  }

  private static Optional<Path> fileAt(
      PropertySource<?> flags, Map<String, String> environment, Path workingDirectory) {
    Object home = flags.getProperty(SettingsCatalogue.PREFIX + ".home");
    Path folder =
        SettingValues.path(
            home == null ? environment.getOrDefault(HOME, "~/.tutti") : home.toString());
    return Stream.of(folder.resolve(FILE), workingDirectory.resolve(FILE))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  private static List<PropertySource<?>> fromFile(Path file) {
    try {
      return new YamlPropertySourceLoader().load(file.toString(), new FileSystemResource(file));
    } catch (IOException | RuntimeException e) {
      throw new OrchestratorException(
          ErrorCode.INVALID_CONFIGURATION,
          file.toString(),
          "The settings in " + file + " could not be read: " + e.getMessage() + ".",
          List.of("correct the file"),
          e);
    }
  }

  private static PropertySource<?> flags(List<String> arguments) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      if (!argument.startsWith(FLAG_PREFIX) || equals < 0) {
        throw new OrchestratorException(
            ErrorCode.INVALID_CONFIGURATION,
            argument,
            "The argument \"" + argument + "\" is not of the form --tutti.KEY=VALUE.",
            List.of("see docs/configuration.md for the keys"));
      }
      values.put(argument.substring(FLAG_PREFIX.length(), equals), argument.substring(equals + 1));
    }
    return new MapPropertySource("flags", values);
  }

  /** What is not below our prefix, or is a group and no setting, would never be looked at. */
  private static void requireOurs(PropertySource<?> source) {
    if (source instanceof EnumerablePropertySource<?> all && !isEnvironment(source)) {
      for (String key : all.getPropertyNames()) {
        if (!key.startsWith(SettingsCatalogue.PREFIX + ".") || SettingsCatalogue.isGroup(key)) {
          throw WrongSetting.unknown(key, WrongSetting.origin(source, key));
        }
      }
    }
  }

  static boolean isEnvironmentOfFindings(PropertySource<?> source) {
    return source.getName().equals(ENVIRONMENT_OF_FINDINGS);
  }

  static boolean isEnvironment(PropertySource<?> source) {
    return source.getName().equals(ENVIRONMENT);
  }

  private static void warnOfUnknown(Map<String, String> environment) {
    List<String> known = SettingsCatalogue.environmentNames();
    environment.keySet().stream()
        .filter(name -> name.startsWith(ENVIRONMENT_PREFIX) && !known.contains(name))
        .filter(name -> FindingSwitches.keyOf(name).isEmpty())
        .filter(name -> FOREIGN_ENVIRONMENT.stream().noneMatch(name::startsWith))
        .forEach(name ->
            LOG.warn("The environment variable {} is not a setting of the controller", name));
  }
}
