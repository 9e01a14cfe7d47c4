package io.tutti.app;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where and how the controller listens, as Spring Boot is configured. */
final class Listener {
  private static final Logger LOG = LoggerFactory.getLogger(Listener.class);
  private static final String BUNDLE = "spring.ssl.bundle.pem.rest.";

  private final ControllerSettings.Http http;

  /**
   * @throws OrchestratorException INVALID_CONFIGURATION when no TLS can be spoken with its files
   */
  Listener(ControllerSettings.Http http) {
    this.http = http;
    if (http.tlsCertificate().isPresent() != http.tlsKey().isPresent()) {
      throw refused(
          "One of tutti.http.tls-certificate and tutti.http.tls-key is set without the other.");
    }
    http.tlsCertificate().ifPresent(Listener::requireFile);
    http.tlsKey()
        .ifPresent(key -> {
          requireFile(key);
          OpenToOthers.of(key)
              .ifPresent(open ->
                  LOG.warn(
                      "The key {} is open to others ({}). chmod 600 {}",
                      key,
                      OpenToOthers.words(open),
                      key));
        });
    if (isTls()) {
      TlsFiles files =
          new TlsFiles(http.tlsCertificate().orElseThrow(), http.tlsKey().orElseThrow());
      files
          .trouble()
          .ifPresent(why -> {
            throw refused(why);
          });
      files.doubt().ifPresent(doubt -> LOG.warn("{}", doubt));
    }
    if (!isTls() && !isLoopback()) {
      LOG.warn(
          "Listens on {} without TLS: whoever can see the traffic can take the tokens. Set"
              + " tutti.http.tls-certificate and tutti.http.tls-key, or put something that speaks"
              + " TLS in front",
          http.address());
    }
  }

  private static void requireFile(Path file) {
    if (!Files.isReadable(file)) {
      throw refused("The file " + file + " cannot be read.");
    }
  }

  private static OrchestratorException refused(String observed) {
    return new OrchestratorException(
        ErrorCode.INVALID_CONFIGURATION,
        "tutti.http",
        observed,
        List.of("name PEM files of a certificate and of its key", "leave both out for plain HTTP"));
  }

  private boolean isTls() {
    return http.tlsCertificate().isPresent();
  }

  private boolean isLoopback() {
    try {
      return InetAddress.getByName(http.address()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** The file of the certificate that is shown. */
  Optional<String> certificate() {
    return http.tlsCertificate().map(file -> file.toAbsolutePath().normalize().toString());
  }

  Map<String, Object> springProperties() {
    Map<String, Object> properties = new HashMap<>();
    properties.put("server.port", http.port());
    properties.put("server.address", http.address());
    if (isTls()) {
      properties.put(BUNDLE + "keystore.certificate", location(http.tlsCertificate()));
      properties.put(BUNDLE + "keystore.private-key", location(http.tlsKey()));
      properties.put(BUNDLE + "reload-on-update", true);
      properties.put("server.ssl.bundle", "rest");
    }
    return properties;
  }

  private static String location(Optional<Path> file) {
    return "file:" + file.orElseThrow().toAbsolutePath().normalize();
  }

  /** For a client on this machine. */
  String url(int port) {
    String address = http.address();
    boolean everywhere = address.equals("0.0.0.0") || address.equals("::");
    String host = everywhere ? "127.0.0.1" : address;
    return "%s://%s:%d"
        .formatted(isTls() ? "https" : "http", host.contains(":") ? "[" + host + "]" : host, port);
  }
}
