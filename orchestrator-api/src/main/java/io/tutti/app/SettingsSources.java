package io.tutti.app;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * What the outside says about settings, in rising order: {@code tutti.yaml} of the data folder or,
 * without one, of the working directory; environment; flags.
 */
final class SettingsSources {
  static final String FILE = "tutti.yaml";
  private static final Logger LOG = LoggerFactory.getLogger(SettingsSources.class);
  private static final String ENVIRONMENT_PREFIX = "TUTTI_";
  private static final String FLAG_PREFIX = "--";

  /** Read by others than the controller: the launcher, the client, the sandbox. */
  private static final List<String> FOREIGN_ENVIRONMENT =
      List.of("TUTTI_URL", "TUTTI_SANDBOX", "TUTTI_JDK", "TUTTI_JAVA", "TUTTI_OPTS", "TUTTI_HEAP");

  /**
   * A value as it was written.
   *
   * @param origin where, for people
   */
  record Written(String value, String origin) {}

  private SettingsSources() {}

  /**
   * All values by key.
   *
   * @throws OrchestratorException INVALID_CONFIGURATION for unknown keys and unreadable files
   */
  static Map<String, Written> read(
      List<String> arguments, Map<String, String> environment, Path workingDirectory) {
    Map<String, Written> flags = fromFlags(arguments);
    Map<String, Written> variables = fromEnvironment(environment);
    Map<String, Written> all = new LinkedHashMap<>();
    file(flags, variables, workingDirectory).ifPresent(file -> all.putAll(fromFile(file)));
    override(all, variables);
    override(all, flags);
    all.forEach(SettingsSources::requireKnown);
    return all;
  }

  private static void override(Map<String, Written> all, Map<String, Written> higher) {
    for (String key : higher.keySet()) {
      all.keySet().removeIf(lower -> lower.startsWith(key + "["));
    }
    all.putAll(higher);
  }

  private static Optional<Path> file(
      Map<String, Written> flags, Map<String, Written> variables, Path workingDirectory) {
    String homeKey = SettingsCatalogue.PREFIX + ".home";
    Written home =
        flags.getOrDefault(
            homeKey, variables.getOrDefault(homeKey, new Written("~/.tutti", "default")));
    Path inHome = ((Path) SettingType.parse(Path.class, home.value())).resolve(FILE);
    return List.of(inHome, workingDirectory.resolve(FILE)).stream()
        .filter(Files::isRegularFile)
        .findFirst();
  }

  private static Map<String, Written> fromFile(Path file) {
    try (Reader reader = Files.newBufferedReader(file)) {
      Object root = new Yaml(new SafeConstructor(new LoaderOptions())).load(reader);
      Map<String, Written> values = new LinkedHashMap<>();
      if (root != null) {
        flatten("", root, file.toString(), values);
      }
      return values;
    } catch (IOException | YAMLException e) {
      throw new OrchestratorException(
          ErrorCode.INVALID_CONFIGURATION,
          file.toString(),
          "The settings in " + file + " could not be read: " + e.getMessage() + ".",
          List.of("correct the file"),
          e);
    }
  }

  private static void flatten(
      String key, @Nullable Object value, String origin, Map<String, Written> into) {
    switch (value) {
      case null -> {}
      case Map<?, ?> map ->
          map.forEach((name, inner) ->
              flatten(key.isEmpty() ? name.toString() : key + "." + name, inner, origin, into));
      case List<?> list -> {
        for (int i = 0; i < list.size(); i++) {
          flatten(key + "[" + i + "]", list.get(i), origin, into);
        }
      }
      default -> into.put(key, new Written(value.toString(), origin));
    }
  }

  private static Map<String, Written> fromEnvironment(Map<String, String> environment) {
    Map<String, String> keys = SettingsCatalogue.keysByEnvironmentName();
    Map<String, Written> values = new LinkedHashMap<>();
    environment.forEach((name, value) -> {
      String key = keys.get(name);
      if (key != null) {
        values.put(key, new Written(value, "environment variable " + name));
      } else if (name.startsWith(ENVIRONMENT_PREFIX)
          && FOREIGN_ENVIRONMENT.stream().noneMatch(name::startsWith)) {
        LOG.warn("The environment variable {} is no setting of the controller", name);
      }
    });
    return values;
  }

  private static Map<String, Written> fromFlags(List<String> arguments) {
    Map<String, Written> values = new LinkedHashMap<>();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      if (!argument.startsWith(FLAG_PREFIX) || equals < 0) {
        throw new OrchestratorException(
            ErrorCode.INVALID_CONFIGURATION,
            argument,
            "The argument \"" + argument + "\" is not of the form --tutti.KEY=VALUE.",
            List.of("see docs/configuration.md for the keys"));
      }
      String key = argument.substring(FLAG_PREFIX.length(), equals);
      values.put(key, new Written(argument.substring(equals + 1), "flag --" + key));
    }
    return values;
  }

  private static void requireKnown(String key, Written written) {
    if (!SettingsCatalogue.isKnown(key)) {
      String offer =
          SettingsCatalogue.nearest(key)
              .map(known -> "write " + known)
              .orElse("see docs/configuration.md for the known keys");
      throw new OrchestratorException(
          ErrorCode.INVALID_CONFIGURATION,
          key,
          "There is no setting " + key + " (" + written.origin() + ").",
          List.of(offer));
    }
  }

  /** The elements of a list that was written as one text with commas. */
  static List<String> elements(String text) {
    List<String> elements = new ArrayList<>();
    for (String element : text.split(",", -1)) {
      if (!element.isBlank()) {
        elements.add(element.strip());
      }
    }
    return elements;
  }
}
