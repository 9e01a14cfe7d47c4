package io.tutti.doctor;

import io.tutti.doctor.ServerObservation.Failed;
import io.tutti.doctor.ServerObservation.Place;
import io.tutti.doctor.ServerObservation.Read;
import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.error.ShownText;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.spi.TlsMode;
import io.tutti.trust.KnownServer;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Judges what a look at a server reported: whether Tutti can do its work there. Pure. */
public final class ServerChecks {
  private static final Duration CLOCKS_APART_MAX = Duration.ofSeconds(3);

  private ServerChecks() {}

  /** All that was looked at, in a fixed order. */
  public static List<Check> of(ServerObservation observation) {
    List<Check> checks = new ArrayList<>();
    switch (observation.look()) {
      case Failed(var why) -> checks.add(Check.fail("login", why.observed(), why.remedies()));
      case Read read -> {
        InstanceState state = read.state();
        checks.add(
            Check.ok(
                "login", "'%s' logs in; it is %s.".formatted(observation.user(), state.version())));
        checks.add(AccountChecks.privileges(observation.user(), read));
        checks.add(names(observation, state));
        checks.addAll(settings(state));
        checks.add(clock(state));
      }
    }
    checks.add(tls(observation));
    checks.add(trust(observation));
    return checks;
  }

  /** The time for all servers was over before this one had its turn, or an end. */
  public static List<Check> notLookedAt(Duration longest) {
    return List.of(
        Check.warn(
            "login",
            "It was not checked completely: the %d s for all servers were over."
                .formatted(longest.toSeconds()),
            Remedies.of("check it alone, by its address")));
  }

  /** The look itself failed, which is a defect of Tutti. */
  public static List<Check> broken(Throwable why) {
    return List.of(
        Check.fail(
            "login",
            "It could not be checked: %s.".formatted(ShownText.of(why.toString())),
            Remedies.of("look into the controller's log, and report it")));
  }

  /** Replicas are found by what they report, and sources by what replicas connect to. */
  private static Check names(ServerObservation observation, InstanceState state) {
    String name = "address";
    if (state.identity().reportedAs() instanceof Observed.Unknown<InstanceAddress>(String why)) {
      return Check.warn(
          name,
          "What it reports as its address is not known: %s.".formatted(why),
          Remedies.of(Acts.showInstance(observation.address())));
    }
    Optional<InstanceAddress> reported = state.identity().reportedAs().asOptional();
    Optional<Integer> port = state.identity().port().asOptional();
    if (reported.isEmpty()) {
      return Check.ok(
          name,
          "It sets no report_host: as a replica it is found by where its connections come from%s."
              .formatted(
                  port.filter(own -> own != observation.address().port())
                      .map(own ->
                          ", and by its own port %d, while it is watched at %s"
                              .formatted(own, observation.address()))
                      .orElse("")));
    }
    return leadsHere(observation, reported.get(), name);
  }

  private static Check leadsHere(
      ServerObservation observation, InstanceAddress called, String name) {
    Remedies remedies =
        Remedies.of(
            "set report_host and report_port in its option file to where it answers from here (%s), and restart it"
                .formatted(observation.address()));
    Observed<List<Place>> led = observation.places(called.host());
    if (led instanceof Observed.Unknown<List<Place>>(String why)) {
      return Check.warn(
          name,
          "It reports its address as %s; where that name leads is not known: %s."
              .formatted(called, why),
          remedies);
    }
    List<Place> there = led.asOptional().orElse(List.of());
    if (there.isEmpty()) {
      return Check.warn(
          name,
          "It reports its address as %s, and that name does not resolve here.".formatted(called),
          remedies);
    }
    List<Place> here =
        observation.places(observation.address().host()).asOptional().orElse(List.of());
    boolean isSame =
        called.port() == observation.address().port() && there.stream().anyMatch(here::contains);
    return isSame
        ? Check.ok(name, "It reports its address as %s, and is reached there.".formatted(called))
        : Check.warn(
            name,
            "It reports its address as %s (%s), and is watched at %s (%s)."
                .formatted(called, joined(there), observation.address(), joined(here)),
            remedies);
  }

  private static String joined(List<Place> places) {
    return places.stream().map(Place::address).collect(Collectors.joining(", "));
  }

  private static List<Check> settings(InstanceState state) {
    List<Check> checks = new ArrayList<>();
    boolean isReplica = state.isReplica().is(true);
    if (state.settings().flag("performance_schema").is(false)
        && state.identity().serverUuid().isKnown()) {
      checks.add(
          setting(
              "performance_schema = OFF: what workers do, what was persisted and which tables are"
                  + " written stays unknown",
              "set performance_schema = ON in its option file, and restart it"));
    }
    if (state.binlog().enabled().is(false)) {
      checks.add(
          setting(
              "log_bin is off: it cannot be a source, so it cannot replace another source, and what"
                  + " a crash costs it is not known",
              "set log_bin in its option file, and restart it"));
    } else if (isReplica && state.binlog().logsReplicatedWrites().is(false)) {
      checks.add(
          setting(
              "log_slave_updates is off: it cannot take its source's place, and salvage cannot"
                  + " repair it",
              "set log_slave_updates = ON (log_replica_updates) in its option file, and restart"
                  + " it"));
    }
    if (state.binlog().format().asOptional().filter(format -> !format.equals("ROW")).isPresent()) {
      checks.add(
          setting(
              "binlog_format is %s: which rows a crash or a skip has cost is known for some transactions only"
                  .formatted(state.binlog().format().asOptional().orElse("")),
              "set binlog_format = ROW, where the applications allow it"));
    }
    unknownSettings(state)
        .forEach((what, why) ->
            checks.add(
                Check.warn(
                    "settings",
                    "%s is not known: %s.".formatted(what, why),
                    Remedies.of(Acts.showInstance(state.address())))));
    if (checks.isEmpty()) {
      checks.add(Check.ok("settings", "No setting is in the way."));
    }
    return checks;
  }

  /** With the reason, what might be in the way. */
  private static Map<String, String> unknownSettings(InstanceState state) {
    Map<String, Observed<?>> facts = new LinkedHashMap<>();
    if (state.identity().serverUuid().isKnown()) {
      facts.put("performance_schema", state.settings().flag("performance_schema"));
    }
    facts.put("log_bin", state.binlog().enabled());
    facts.put("What it replicates", state.isReplica());
    if (!state.isReplica().is(false)) {
      facts.put("log_slave_updates", state.binlog().logsReplicatedWrites());
    }
    facts.put("The format of its binlogs", state.binlog().format());
    Map<String, String> unknown = new LinkedHashMap<>();
    facts.forEach((what, fact) -> {
      if (fact instanceof Observed.Unknown<?>(String why)) {
        unknown.put(what, why);
      }
    });
    return unknown;
  }

  private static Check setting(String observed, String remedy) {
    return Check.warn("settings", observed + ".", Remedies.of(remedy));
  }

  private static Check clock(InstanceState state) {
    String name = "clock";
    Optional<Duration> ahead = state.clockAhead();
    if (ahead.isEmpty()) {
      return Check.warn(
          name, "It does not report its time.", Remedies.of("look with \"SELECT NOW()\" on it"));
    }
    Duration apart = ahead.get();
    boolean isBehind = apart.isNegative();
    return apart.abs().compareTo(CLOCKS_APART_MAX) <= 0
        ? Check.ok(
            name,
            "Its clock and the controller's differ by %d s at most."
                .formatted(CLOCKS_APART_MAX.toSeconds()))
        : Check.warn(
            name,
            "Its clock is %d s %s the controller's: lag by timestamps and times of restarts are wrong by the same."
                .formatted(apart.abs().toSeconds(), isBehind ? "behind" : "ahead of"),
            Remedies.of("let both machines follow the same time service (chrony, ntpd)"));
  }

  private static Check tls(ServerObservation observation) {
    String name = "tls";
    if (observation.tls() != TlsMode.DISABLED) {
      return Check.ok(name, "Connections are encrypted (%s).".formatted(observation.tls()));
    }
    Observed<List<Place>> places = observation.places(observation.address().host());
    Remedies remedies = Remedies.of("set tutti.target.tls = REQUIRED, or VERIFIED (docs/trust.md)");
    if (places instanceof Observed.Unknown<List<Place>>(String why)) {
      return Check.warn(
          name,
          "Connections are not encrypted, and whether they stay on this machine is not known: %s."
              .formatted(why),
          remedies);
    }
    List<Place> all = places.asOptional().orElse(List.of());
    return !all.isEmpty() && all.stream().allMatch(Place::isLoopback)
        ? Check.ok(name, "Connections stay on this machine.")
        : Check.warn(
            name,
            "Connections are not encrypted: whoever can listen on the network sees the statements,"
                + " and rows in binlogs.",
            remedies);
  }

  private static Check trust(ServerObservation observation) {
    String name = "trust";
    Optional<KnownServer> known = observation.known();
    if (known.isEmpty()) {
      return Check.warn(
          name,
          "Nobody has trusted it: it gets hashed passwords only, is given no password of replicas,"
              + " and is never promoted; when it asks for the password itself it gets none.",
          Remedies.of(Acts.trust(observation.address())));
    }
    KnownServer server = known.get();
    return Check.ok(
        name,
        "Trusted since %s by %s: %s."
            .formatted(
                server.since().truncatedTo(ChronoUnit.SECONDS),
                server.by(),
                server.hasShown() ? server.fingerprints() : "it shows no key, as none is needed"));
  }
}
