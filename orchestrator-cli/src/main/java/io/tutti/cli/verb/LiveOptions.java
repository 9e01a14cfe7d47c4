package io.tutti.cli.verb;

import io.tutti.api.BinlogAnalysisBody;
import io.tutti.api.SimulationBody;
import io.tutti.binlog.file.LogSourceException;
import io.tutti.binlog.live.LiveLogs;
import io.tutti.binlog.live.LiveServer;
import io.tutti.binlog.live.Place;
import io.tutti.binlog.live.Wanted;
import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ExitCode;
import io.tutti.model.InstanceAddress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import picocli.CommandLine.Option;

/** How a running server is read, and which part of its binlogs. */
final class LiveOptions {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration AT_MOST = Duration.ofDays(7);

  @Option(
      names = "--user",
      paramLabel = "USER",
      description =
          "The account on the server. It needs REPLICATION SLAVE and REPLICATION CLIENT (MariaDB"
              + " 10.5 and newer: BINLOG MONITOR). Without it the controller is asked, which reads"
              + " servers that it watches, with its own account.")
  private Optional<String> user = Optional.empty();

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "Its first line is the password. Without it the password is empty.")
  private Optional<Path> passwordFile = Optional.empty();

  @Option(
      names = "--last",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description = "Transactions of so much time until now: 90s, 30m, 2h. 1h when left out.")
  private Optional<Duration> last = Optional.empty();

  @Option(
      names = "--from",
      paramLabel = "LOG:POS",
      description = "Begin there, whatever the time is.")
  private Optional<String> from = Optional.empty();

  @Option(
      names = "--to",
      paramLabel = "LOG:POS",
      description = "End there. Left out, it ends where the binlogs end when it begins.")
  private Optional<String> to = Optional.empty();

  @Option(
      names = "--limit",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description =
          "Read no more than so many bytes, such as 500M. 10G when left out; 1G by the controller.")
  private Optional<Long> limit = Optional.empty();

  @Option(
      names = "--rate",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description = "Read no more than so many bytes a second. 25M when left out; 0: no bound.")
  private Optional<Long> rate = Optional.empty();

  @Option(
      names = "--max-running",
      paramLabel = "N",
      description =
          "Pause while more threads than that run in the server (Threads_running), and stop after"
              + " 20 s. 32 more than at the beginning when left out.")
  private Optional<Integer> maxRunning = Optional.empty();

  @Option(
      names = "--tls",
      description =
          "Log in by TLS. The certificate must be for this host, by an authority that Java trusts.")
  private boolean isTls;

  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description =
          "Log in by TLS. The certificate must be this one, PEM, or signed by it: ca.pem of the"
              + " server's data folder.")
  private Optional<Path> authority = Optional.empty();

  @Option(
      names = "--server-public-key",
      paramLabel = "FILE",
      description =
          "Without TLS: the server's RSA key, PEM, for accounts with caching_sha2_password that it"
              + " has not seen yet: public_key.pem of its data folder.")
  private Optional<Path> publicKey = Optional.empty();

  /** The server that is named, if a server and no file is. */
  Optional<InstanceAddress> server(List<String> named) {
    boolean isServer = named.size() == 1 && isAddress(named.getFirst());
    if (!isServer && isUsed()) {
      throw usage("Options of a running server are given, and no HOST:PORT is named");
    }
    return isServer ? Optional.of(InstanceAddress.parse(named.getFirst())) : Optional.empty();
  }

  private boolean isUsed() {
    return user.isPresent()
        || isLoginGiven()
        || last.isPresent()
        || from.isPresent()
        || to.isPresent()
        || limit.isPresent()
        || rate.isPresent()
        || maxRunning.isPresent();
  }

  private boolean isLoginGiven() {
    return passwordFile.isPresent() || isTls || authority.isPresent() || publicKey.isPresent();
  }

  /** Whether the controller is to read, as no account is named. */
  boolean isByController() {
    if (user.isEmpty() && isLoginGiven()) {
      throw usage(
          "--password-file, --tls, --tls-ca and --server-public-key are for the account that --user"
              + " names; without --user the controller reads with its own");
    }
    return user.isEmpty();
  }

  /** The same of a server, for the controller. */
  BinlogAnalysisBody analysis(InstanceAddress address, boolean isVerified, boolean hasRows) {
    return new BinlogAnalysisBody(
        address.toString(),
        last,
        from,
        to,
        limit,
        rate,
        maxRunning,
        Optional.of(isVerified),
        Optional.of(hasRows));
  }

  /** The same of a server and its replica, for the controller. */
  SimulationBody simulation(InstanceAddress address, ReplicaFacts replica, Tried tried) {
    return replica.body(
        new SimulationBody(
            address.toString(),
            last,
            from,
            to,
            limit,
            rate,
            maxRunning,
            Optional.of(tried.transactions()),
            Optional.of(tried.workers()),
            Optional.of(tried.schemes()),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
  }

  /** What is simulated. */
  record Tried(int transactions, List<Integer> workers, List<String> schemes) {}

  private static boolean isAddress(String named) {
    if (!named.matches("[^/\\\\]+:\\d{1,5}") || Files.exists(Path.of(named))) {
      return false;
    }
    try {
      InstanceAddress.parse(named);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Begins to read. To be closed. */
  LiveLogs open(InstanceAddress address, boolean isVerified) throws IOException {
    try {
      return LiveLogs.open(server(address), wanted(), isVerified);
    } catch (LogSourceException e) {
      throw BinlogAnalyzeVerb.failure(e.at(address.toString(), 0).trouble());
    }
  }

  private LiveServer server(InstanceAddress address) {
    return new LiveServer(
        address.host(),
        address.port(),
        user.orElseThrow(() -> usage("Reading a server's binlogs needs --user")),
        passwordFile.map(file -> read(file).lines().findFirst().orElse("")).orElse(""),
        tls(),
        authority.isEmpty(),
        publicKey.map(LiveOptions::read),
        PATIENCE);
  }

  private Wanted wanted() {
    return new Wanted(
        last.orElse(Duration.ofHours(1)),
        from.map(LiveOptions::place),
        to.map(LiveOptions::place),
        limit.orElse(10_000_000_000L),
        rate.orElse(25_000_000L),
        maxRunning,
        AT_MOST);
  }

  private static Place place(String text) {
    return Place.parse(text)
        .orElseThrow(() -> usage("\"%s\" is no place such as binlog.000042:4711".formatted(text)));
  }

  private Optional<SSLContext> tls() {
    if (!isTls && authority.isEmpty()) {
      return Optional.empty();
    }
    try {
      TrustManagerFactory trusted =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      if (authority.isPresent()) {
        trusted.init(store(authority.get()));
      } else {
        // Without a store it takes the authorities that this Java trusts.
        trusted.init((KeyStore) null);
      }
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trusted.getTrustManagers(), null);
      return Optional.of(context);
    } catch (IOException | GeneralSecurityException e) {
      throw usage("--tls-ca names no certificate: " + e.getMessage());
    }
  }

  private static KeyStore store(Path file) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream in = Files.newInputStream(file)) {
      int number = 0;
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("authority-" + number++, each);
      }
    }
    return store;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw usage("%s cannot be read: %s".formatted(file, e.getMessage()));
    }
  }

  private static CommandFailure usage(String sentence) {
    return CommandFailure.local(
        ExitCode.USAGE, "USAGE", sentence + ".", List.of("see tutti binlog analyze --help"));
  }
}
