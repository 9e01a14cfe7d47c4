package io.tutti.cli.session;

import io.tutti.cli.view.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the controller answers and with which token. Flags win over TUTTI_URL and TUTTI_TOKEN,
 * those over what a controller on this machine left in TUTTI_HOME.
 *
 * @param certificate a PEM file with what is trusted in place of what the JDK trusts: that of
 *     TUTTI_CERTIFICATE, else the one that the controller on this machine shows
 */
public record ControllerLocation(URI url, Optional<String> token, Optional<Path> certificate) {

  public ControllerLocation(URI url, Optional<String> token) {
    this(url, token, Optional.empty());
  }

  @Override
  public String toString() {
    return url.toString();
  }

  /**
   * @throws CommandFailure when no source names a controller, or the address is none
   */
  static ControllerLocation find(
      Optional<String> urlFlag, Optional<String> tokenFlag, Map<String, String> environment) {
    Path home = home(environment);
    Optional<String> named = urlFlag.or(() -> setting(environment, "TUTTI_URL"));
    Optional<String> token =
        tokenFlag
            .or(() -> setting(environment, "TUTTI_TOKEN"))
            .or(() -> read(home.resolve("token")));
    Optional<Json> announced =
        named.isPresent()
            ? Optional.empty()
            : read(home.resolve("controller.json")).flatMap(Json::parse);
    String url =
        named
            .or(() -> announced.flatMap(json -> json.text("url")))
            .orElseThrow(() ->
                CommandFailure.local(
                    ExitCode.UNREACHABLE,
                    "CONTROLLER_UNREACHABLE",
                    "No controller is known: neither --url nor TUTTI_URL is set, and %s holds no controller.json."
                        .formatted(home),
                    List.of(
                        "start one with: tutti server", "name one with: --url http://HOST:PORT")));
    Optional<String> certificate =
        setting(environment, "TUTTI_CERTIFICATE")
            .or(() -> announced.flatMap(json -> json.text("certificate")));
    return new ControllerLocation(parse(url), token.map(String::strip), certificate.map(Path::of));
  }

  /** The data folder: {@code $TUTTI_HOME}, else {@code ~/.tutti}. */
  public static Path home(Map<String, String> environment) {
    return setting(environment, "TUTTI_HOME")
        .map(Path::of)
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".tutti"));
  }

  private static URI parse(String text) {
    String full = text.contains("://") ? text : "http://" + text;
    try {
      URI url = URI.create(full.endsWith("/") ? full.substring(0, full.length() - 1) : full);
      if (url.getHost() != null && List.of("http", "https").contains(url.getScheme())) {
        return url;
      }
    } catch (IllegalArgumentException e) {
      // Reported below, together with an address of another scheme.
    }
    throw CommandFailure.local(
        ExitCode.USAGE,
        "INVALID_URL",
        "\"%s\" is not the address of a controller.".formatted(text),
        List.of("give one like http://127.0.0.1:7306"));
  }

  private static Optional<String> setting(Map<String, String> environment, String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
  }

  private static Optional<String> read(Path file) {
    try {
      return Files.isReadable(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
