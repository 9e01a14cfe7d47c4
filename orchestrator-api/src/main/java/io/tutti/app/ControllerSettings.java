package io.tutti.app;

import io.tutti.analysis.FindingSettings;
import io.tutti.analysis.Severity;
import io.tutti.catalogue.CapabilityCatalogue;
import io.tutti.discovery.DiscoverySettings;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.operation.OperationSettings;
import io.tutti.operation.fence.FenceSettings;
import io.tutti.operation.fence.LiftPolicy;
import io.tutti.operation.reconnect.ReconnectPolicy;
import io.tutti.operation.rejoin.RejoinPolicy;
import io.tutti.spi.Credentials;
import io.tutti.spi.HeartbeatTable;
import io.tutti.spi.TlsMode;
import io.tutti.trust.AddressPattern;
import io.tutti.trust.ContactRule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * All settings of the controller. A component {@code pollInterval} of {@link Discovery} is the key
 * {@code tutti.discovery.poll-interval} and the environment variable {@code
 * TUTTI_DISCOVERY_POLL_INTERVAL}.
 */
record ControllerSettings(
    @Setting(
            "The data folder: store, token, address of the running controller, plugins that were"
                + " dropped in.")
        @DefaultValue("~/.tutti")
        Path home,
    @Setting("How the controller is reached.") @DefaultValue Http http,
    @Setting("Where probes and Prometheus reach it.") @DefaultValue Management management,
    @Setting(
            "The first token, an admin's; 16 characters or more. Without this and `token-file`, one"
                + " is made at the first start and kept in the file `token` of the data folder."
                + " `tutti token create` makes those for people.")
        @DefaultValue
        Optional<Secret> token,
    @Setting("A file whose first line is the token.") @DefaultValue Optional<Path> tokenFile,
    @Setting("The monitoring account on the watched servers, and how they are connected to.")
        @DefaultValue
        Target target,
    @Setting(
            "What is different for some of the watched servers. Every entry whose pattern matches"
                + " an address applies; if two set the same thing, the later one wins.")
        @DefaultValue
        List<TargetOverride> targetOverrides,
    @Setting(
            "The account that replicas use on their source, for operations that connect one to"
                + " another.")
        @DefaultValue
        Replication replication,
    @Setting("Heartbeat tables to take replication lag from.") @DefaultValue
        List<Heartbeat> heartbeats,
    @Setting("The database in which the controller keeps what it knows.") @DefaultValue Store store,
    @Setting("How often servers are read, and with which time limits.") @DefaultValue
        Discovery discovery,
    @Setting("How long operations wait for servers.") @DefaultValue Operations operations,
    @Setting("How parallel settings of replicas are kept.") @DefaultValue
        ParallelismControls parallelism,
    @Setting("What else is done when a server is fenced.") @DefaultValue FenceControls fence,
    @Setting("What is done about servers that start fenced (`tutti startup-config`).") @DefaultValue
        StartFenced startFenced,
    @Setting("How it is found out that a source is dead (docs/detection.md).") @DefaultValue
        Detection detection,
    @Setting(
            "What is done by itself when a source is dead or frozen, or was restarted and lost what"
                + " a replica has (docs/failover.md).")
        @DefaultValue
        FailoverControls failover,
    @Setting("What is done about a source that was failed over, and is back (docs/rejoin.md).")
        @DefaultValue
        Rejoin rejoin,
    @Setting(
            "Settings of each finding; `tutti explain` lists the codes. `<code>` is a code with"
                + " dashes in place of underscores: `tutti.findings.replica-lagging.threshold=2m`."
                + " For a limited time, use `tutti findings mute` or `tutti downtime` instead.")
        @DefaultValue
        Map<String, FindingSwitch> findings,
    @Setting("Who is sent new and cleared findings, over HTTP (docs/webhooks.md).") @DefaultValue
        FindingWebhook webhook,
    @Setting(
            "What is called when operations begin and end, by name (docs/hooks.md). `<name>` is any"
                + " of a-z, 0-9 and -. Hooks are set in the file or by flags.")
        @DefaultValue
        Map<String, HookSettings> hooks,
    @Setting(
            "What is copied at certain times, by name (docs/schedules.md). `<name>` is any of a-z,"
                + " 0-9 and -. Set in the file or by flags.")
        @DefaultValue
        Map<String, BackupSettings> backups,
    @Setting(
            "Which reports on the fleet are made at certain times, by name (docs/schedules.md). Set"
                + " in the file or by flags.")
        @DefaultValue
        Map<String, ReportSettings> reports,
    @Setting("Where plugins are found.") @DefaultValue Plugins plugins,
    @Setting(
            "Addresses (HOST:PORT) to discover at each start, in addition to all that is known"
                + " already.")
        @DefaultValue
        List<String> seeds,
    @Setting("How much of its own work is logged: ERROR, WARN, INFO, DEBUG.") @DefaultValue("INFO")
        LogLevel logLevel,
    @Setting(
            "A file to log to in place of standard error. At 10 MB it is kept as FILE.1, and so on"
                + " up to FILE.5.")
        @DefaultValue
        Optional<Path> logFile) {

  static void require(String name, @Nullable String value) {
    if (value == null || value.isBlank()) {
      throw new IllegalArgumentException("its " + name + " is missing");
    }
  }

  /** How servers are read, and from when on their silence counts. */
  DiscoverySettings reading() {
    return discovery.toCore(detection.frozenAfter());
  }

  /** What single capabilities are told. */
  CapabilityCatalogue.Settings capabilities() {
    return new CapabilityCatalogue.Settings(
        new FenceSettings(fence.automatic(), startFenced.unfence(), fence.toCore()),
        parallelism.drift(),
        failover.toCore(),
        rejoin.policy(),
        detection.reconnect());
  }

  /**
   * What differs from the usual for single findings.
   *
   * @throws OrchestratorException INVALID_CONFIGURATION of a code that there is not, or a threshold
   *     of a rule that has none
   */
  FindingSettings findingSettings() {
    return FindingSwitches.of(findings);
  }

  enum LogLevel {
    ERROR,
    WARN,
    INFO,
    DEBUG
  }

  record Http(
      @Setting(
              "The port to listen on. 0 takes any free one, which is printed and written to"
                  + " `controller.json` in the data folder.")
          @DefaultValue("7306")
          int port,
      @Setting(
              "The address to listen on. The default serves this machine only; `0.0.0.0` serves all"
                  + " networks, and then give it a certificate, or put something that speaks TLS in"
                  + " front.")
          @DefaultValue("127.0.0.1")
          String address,
      @Setting(
              "A PEM file with the certificate to show, and those that lead to its root; with"
                  + " `tls-key` all is TLS. When the file changes, the new one is shown.")
          @DefaultValue
          Optional<Path> tlsCertificate,
      @Setting("A PEM file with the certificate's key.") @DefaultValue Optional<Path> tlsKey) {}

  record Management(
      @Setting(
              "A port of its own in plain HTTP. `/actuator/health`, `/actuator/health/liveness`,"
                  + " `/actuator/health/readiness` and `/actuator/info` need no token: they show"
                  + " nothing of servers. `/actuator/prometheus` has the metrics, and needs a"
                  + " viewer's. 0 takes any free port, which is logged. Without this setting there"
                  + " is none, and `/api/v1/health` serves.")
          @DefaultValue
          Optional<Integer> port,
      @Setting("The address to listen on; the default serves this machine only.")
          @DefaultValue("127.0.0.1")
          String address) {}

  record Target(
      @Setting("The account's name.") @DefaultValue("tutti") String user,
      @Setting("Its password.") @DefaultValue Optional<Secret> password,
      @Setting("A file whose first line is the password.") @DefaultValue
          Optional<Path> passwordFile,
      @Setting(
              "DISABLED, REQUIRED (its certificate must be the one that is known of it, see `tutti"
                  + " trust`), or VERIFIED (an authority that this machine trusts must have signed"
                  + " it, and it must bear the name).")
          @DefaultValue("DISABLED")
          TlsMode tls,
      @Setting(
              "The driver to use where a plugin ships more than one; `auto` leaves it to the"
                  + " plugin.")
          @DefaultValue("auto")
          String driver,
      @Setting("How long a single statement may take; what it would have reported is then unknown.")
          @DefaultValue("1s")
          Duration statementTimeout) {}

  record TargetOverride(
      @Setting(
              "Which servers: HOST:PORT, where `*` matches any text. A pattern without a port means"
                  + " all ports.")
          String pattern,
      @Setting("The account's name.") @DefaultValue Optional<String> user,
      @Setting("Its password.") @DefaultValue Optional<Secret> password,
      @Setting("A file whose first line is the password.") @DefaultValue
          Optional<Path> passwordFile,
      @Setting("DISABLED, REQUIRED or VERIFIED.") @DefaultValue Optional<TlsMode> tls,
      @Setting("The driver to use.") @DefaultValue Optional<String> driver,
      @Setting("How long a single statement may take.") @DefaultValue
          Optional<Duration> statementTimeout) {

    TargetOverride {
      require("pattern", pattern);
    }
  }

  record Replication(
      @Setting("The account's name.") @DefaultValue Optional<String> user,
      @Setting("Its password.") @DefaultValue Optional<Secret> password,
      @Setting("A file whose first line is the password.") @DefaultValue
          Optional<Path> passwordFile) {

    /** Empty where no account is named. */
    Optional<Credentials> toCore() {
      return user.map(name ->
          new Credentials(
              name,
              Secrets.resolve("tutti.replication.password", password, passwordFile).orElse("")));
    }
  }

  record Heartbeat(
      @Setting("Which servers read it, see `target-overrides`.") @DefaultValue("*") String pattern,
      @Setting("The table's schema.") String schema,
      @Setting("The table's name.") String table,
      @Setting("The column that holds the time, in UTC.") @DefaultValue("ts") String timeColumn) {

    Heartbeat {
      require("schema", schema);
      require("table", table);
    }

    HeartbeatTable toTable() {
      return new HeartbeatTable(schema, table, timeColumn);
    }
  }

  record Store(
      @Setting(
              "The JDBC address. By default an H2 database in the data folder, for one controller.")
          @DefaultValue
          Optional<String> url,
      @Setting("The account's name.") @DefaultValue Optional<String> user,
      @Setting("Its password.") @DefaultValue Optional<Secret> password,
      @Setting("A file whose first line is the password.") @DefaultValue
          Optional<Path> passwordFile) {}

  record Discovery(
      @Setting("The time from the start of one reading of a server to the start of the next.")
          @DefaultValue("1s")
          Duration pollInterval,
      @Setting(
              "How much of the interval is random, 0 to 1, so that a fleet is not read in one"
                  + " burst.")
          @DefaultValue("0.1")
          double jitter,
      @Setting(
              "The deadline of one contact with a server, from its first packet to its last"
                  + " answer.")
          @DefaultValue("3s")
          Duration contactTimeout,
      @Setting(
              "The same for the first contact with a server, once it has sent its greeting: what it"
                  + " is is found out then, and on a busy machine that takes longer.")
          @DefaultValue("30s")
          Duration firstContactTimeout,
      @Setting("How long a server may fail to answer before it is forgotten.") @DefaultValue("24h")
          Duration forgetAfter,
      @Setting("How often it is checked that another name still leads to the same server.")
          @DefaultValue("30s")
          Duration aliasRecheck,
      @Setting("How many servers are contacted at the same moment.") @DefaultValue("64")
          int concurrentContactsMax,
      @Setting(
              "How many servers are watched; more are refused, so that a wrong hint cannot fill the"
                  + " memory. Without it as many as the heap holds: 0.4 MB each beyond 128 MB. For"
                  + " more of them give it a larger heap: `TUTTI_HEAP=2g`.")
          @DefaultValue
          Optional<Integer> instancesMax,
      @Setting(
              "Which addresses are contacted that only servers named: networks (`10.1.0.0/16`), or"
                  + " names in which `*` matches any text. By default those in the same kind of"
                  + " network as one that a person named.")
          @DefaultValue
          List<String> allow,
      @Setting("Which of them are never contacted, written as for `allow`.") @DefaultValue
          List<String> ignore,
      @Setting(
              "Which of them are trusted at their first contact, written as for `allow`, as if a"
                  + " person had named them: whoever can open a port there and may replicate from a"
                  + " watched server gets the password.")
          @DefaultValue
          List<String> trust) {

    ContactRule contactRule() {
      return new ContactRule(
          patterns("allow", allow), patterns("ignore", ignore), patterns("trust", trust));
    }

    private static List<AddressPattern> patterns(String key, List<String> texts) {
      try {
        return AddressPattern.parseAll(texts);
      } catch (IllegalArgumentException e) {
        throw new OrchestratorException(
            ErrorCode.INVALID_CONFIGURATION,
            "tutti.discovery." + key,
            "The setting tutti.discovery.%s is not valid: %s.".formatted(key, e.getMessage()),
            List.of("write networks like 10.1.0.0/16, or names like db*.example.org"),
            e);
      }
    }

    /**
     * @param frozenAfter for how long a source says nothing until it is taken for frozen
     */
    DiscoverySettings toCore(Duration frozenAfter) {
      return new DiscoverySettings(
          pollInterval,
          jitter,
          contactTimeout,
          firstContactTimeout,
          forgetAfter,
          aliasRecheck,
          concurrentContactsMax,
          HeapShare.instances(instancesMax, Runtime.getRuntime().maxMemory()),
          frozenAfter);
    }
  }

  record Operations(
      @Setting(
              "How long a step is tried again while its server does not answer; then all that was"
                  + " done is undone.")
          @DefaultValue("3m")
          Duration serverWait,
      @Setting("The same while undoing; then the operation is stuck until the server is back.")
          @DefaultValue("10m")
          Duration undoWait) {

    OperationSettings toCore() {
      return OperationSettings.USUAL.waitingForServers(serverWait, undoWait);
    }
  }

  record StartFenced(
      @Setting(
              "OFF: such a server is shown as a finding, and waits for `tutti unfence`. AUTO: its"
                  + " fence is lifted as soon as it is proved that it lost nothing.")
          @DefaultValue("AUTO")
          LiftPolicy unfence) {}

  record Rejoin(
      @Setting(
              "OFF: it stays fenced, and waits for `tutti rejoin`. AUTO: it becomes a replica of"
                  + " the new source as soon as that is known to have all that it has.")
          @DefaultValue("OFF")
          RejoinPolicy policy) {}

  record Detection(
      @Setting(
              "What is done where the host of a source does not answer, and receivers would take as"
                  + " long as slave_net_timeout to notice. AUTO: they are asked to connect again, one"
                  + " after another. OFF: that is waited for.")
          @DefaultValue("AUTO")
          ReconnectPolicy reconnect,
      @Setting(
              "For how long a source whose host takes connections says nothing until it is taken"
                  + " for frozen, without the time by which the controller itself was late. 1 s or"
                  + " more.")
          @DefaultValue("4s")
          Duration frozenAfter) {}

  record FindingSwitch(
      @Setting("Whether this finding is looked for at all.") @DefaultValue("true") boolean enabled,
      @Setting("Its severity, in place of the one on its page.") @DefaultValue
          Optional<Severity> severity,
      @Setting(
              "Its threshold, for findings that have one: the table below lists them, with units,"
                  + " defaults and limits.")
          @DefaultValue
          Optional<String> threshold) {}

  record FindingWebhook(
      @Setting(
              "The address to send to: http or https. It is treated as a secret, because many"
                  + " receivers identify the sender by it. Without it nothing is sent.")
          @DefaultValue
          Optional<Secret> url,
      @Setting(
              "The secret that messages are signed with, 16 bytes or more. Without it they are not"
                  + " signed.")
          @DefaultValue
          Optional<Secret> secret,
      @Setting("A file whose first line is the secret.") @DefaultValue Optional<Path> secretFile,
      @Setting("The lowest severity that is sent: NOTICE, WARNING or CRITICAL.")
          @DefaultValue("WARNING")
          Severity severity,
      @Setting("How long one attempt may take.") @DefaultValue("10s") Duration answerTimeout,
      @Setting(
              "How often one message is sent before it is given up. With the default, and pauses"
                  + " from a second to a minute, that is after two minutes or more.")
          @DefaultValue("8")
          int attemptsMax) {}

  record Plugins(
      @Setting(
              "Folders whose sub-folders are plugins, in addition to those that come with the"
                  + " distribution. By default `plugins` in the data folder.")
          @DefaultValue
          List<Path> folders) {}
}
