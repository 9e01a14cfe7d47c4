package io.tutti.cli.render;

import io.tutti.api.ChannelView;
import io.tutti.api.ChannelView.ApplierView;
import io.tutti.api.ChannelView.ErrorView;
import io.tutti.api.ChannelView.LagView;
import io.tutti.api.ChannelView.ReceiverView;
import io.tutti.api.ChannelView.ThreadState;
import io.tutti.api.ChannelView.WorkerView;
import io.tutti.api.Fact;
import io.tutti.api.InstanceView;
import io.tutti.api.InstanceView.FailureView;
import io.tutti.cli.view.Facts;
import io.tutti.model.Observed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of one instance, for people.
 *
 * @param isLong whether all of it is shown, its variables included
 */
public record InstancePage(Glyphs glyphs, boolean isLong) {

  /** A server shows long sets; more than this is cut, {@code --json} has it whole. */
  private static final int VALUE_COLUMNS_MAX = 90;

  private static final String INDENT = "  ";

  /** The group whose names are the server's own. */
  private static final String SERVER_NAMES = "settings";

  public List<Line> lines(InstanceView instance) {
    List<Line> lines = new ArrayList<>(head(instance));
    for (ChannelView channel : instance.channels()) {
      lines.add(Line.EMPTY);
      lines.addAll(channel(channel));
    }
    if (!isLong) {
      lines.add(Line.EMPTY);
      lines.addAll(summary(instance));
      return lines;
    }
    groups(instance)
        .forEach((group, facts) -> {
          lines.add(Line.EMPTY);
          lines.add(Line.of(words(group), Tone.STRONG));
          lines.addAll(facts(group, facts));
        });
    return lines;
  }

  /** What decides about its writes and its logs, and what could not be read. */
  private List<Line> summary(InstanceView instance) {
    Map<String, Observed<String>> facts = new LinkedHashMap<>();
    put(facts, "writable", instance.writable());
    instance
        .gtid()
        .ifPresent(gtid -> {
          facts.put("gtid mode", Facts.observed(gtid.mode()));
          facts.put("gtids executed", Facts.observed(gtid.executed()));
        });
    instance.binlog().ifPresent(log -> facts.put("binlog at", Facts.observed(log.position())));
    put(facts, "uptime", instance.uptimeSeconds().map(InstancePage::uptime));
    if (!instance.stalledStatements().isEmpty()) {
      facts.put("not answered", Observed.known(String.join("; ", instance.stalledStatements())));
    }
    List<Line> lines = new ArrayList<>(facts("", facts));
    lines.add(
        Line.of(
            "All variables: tutti instance %s --settings".formatted(instance.address()), Tone.DIM));
    return lines;
  }

  private static Fact<String> uptime(Fact<Long> seconds) {
    return new Fact<>(
        seconds.value().map(Duration::ofSeconds).map(Durations::readable),
        seconds.absent(),
        seconds.unknown());
  }

  private List<Line> head(InstanceView instance) {
    List<Line> lines = new ArrayList<>();
    String server =
        instance.flavor().orElse("flavor not known") + " " + instance.version().orElse("");
    lines.add(
        Line.of(instance.address(), Tone.STRONG)
            .plus("  %s  %s".formatted(InstanceCells.word(instance.role()), server.strip()))
            .plus("  in cluster " + instance.cluster().orElse(""), Tone.DIM));
    if (!instance.aliases().isEmpty()) {
      lines.add(Line.of("also known as " + String.join(", ", instance.aliases()), Tone.DIM));
    }
    String age =
        InstanceCells.age(instance)
            .map(Durations::readable)
            .map(a -> "read " + a + " ago")
            .orElse("never read");
    switch (instance.contact()) {
      case REACHED -> lines.add(Line.of("reached", Tone.GOOD).plus(", " + age));
      case RESTORED ->
          lines.add(Line.of("not contacted since the controller started, " + age, Tone.WARN));
      case PENDING -> lines.add(Line.of("not read yet", Tone.DIM));
      case FAILED -> lines.add(Line.of("failed", Tone.BAD).plus(", " + age));
    }
    instance.failure().ifPresent(failure -> lines.addAll(failure(failure)));
    Line problems =
        new InstanceCells(instance, new GtidText(""), glyphs, java.time.Instant.EPOCH).problems();
    if (problems.width() > 0) {
      lines.add(Line.of("findings: ").plus(problems));
    }
    return lines;
  }

  private static List<Line> failure(FailureView failure) {
    List<Line> lines = new ArrayList<>();
    String series =
        " (%d attempts since %s)".formatted(failure.attempts(), Times.second(failure.since()));
    lines.add(Line.of(INDENT + failure.code(), Tone.BAD).plus(series, Tone.DIM));
    lines.add(Line.of(INDENT + failure.observed()));
    failure
        .remedies()
        .forEach(remedy -> lines.add(Line.of(INDENT + "remedy: " + ActCommand.said(remedy))));
    return lines;
  }

  private List<Line> channel(ChannelView channel) {
    List<Line> lines = new ArrayList<>();
    String name = channel.name().isEmpty() ? "channel" : "channel " + channel.name();
    Line head =
        Line.of(name, Tone.STRONG)
            .plus(" from " + channel.source())
            .plus("  by " + words(channel.positioning()), Tone.DIM);
    lines.add(lag(head, channel));
    channel
        .lag()
        .value()
        .map(LagView::misses)
        .filter(misses -> !misses.isEmpty())
        .ifPresent(misses -> lines.add(Line.of(INDENT + "the lag misses " + misses, Tone.DIM)));
    lines.addAll(chain(channel));
    Table table = new Table();
    ReceiverView receiver = channel.receiver();
    table.row(
        Line.of(INDENT + "receiver"),
        state(receiver.state()),
        Line.of(receiver.stateText(), Tone.DIM));
    ApplierView applier = channel.applier();
    boolean coordinates = !applier.workers().isEmpty();
    table.row(
        Line.of(INDENT + (coordinates ? "coordinator" : "applier")),
        state(applier.state()),
        Line.of(applier.stateText().value().orElse(""), Tone.DIM));
    lines.addAll(table.lines());
    error(receiver.lastError(), "receiver").ifPresent(lines::add);
    error(applier.lastError(), "applier").ifPresent(lines::add);
    Table places = new Table();
    place(places, "read", Facts.observed(receiver.read()));
    place(places, "retrieved", Facts.observed(receiver.retrieved()));
    place(places, "executed", Facts.observed(applier.executed()));
    place(places, "in relay log", Facts.observed(applier.relayLog()));
    place(
        places, "relay log size", Facts.observed(applier.relayLogBytes()).map(InstancePage::bytes));
    lines.addAll(places.lines());
    lines.addAll(workers(applier));
    return lines;
  }

  /** What its own lag does not show: what is above, what is held back, what is left out. */
  private static List<Line> chain(ChannelView channel) {
    List<Line> lines = new ArrayList<>();
    switch (inAll(channel)) {
      case Observed.Known<LagView>(LagView lag) ->
          lines.add(
              Line.of(INDENT + "behind the top of its chain: ").plus(InstanceCells.lagText(lag)));
      case Observed.Unknown<LagView>(String why) ->
          lines.add(Line.of(INDENT + "behind the top of its chain: unknown: " + why, Tone.WARN));
      case Observed.Absent<LagView> none -> {}
    }
    channel.starved().ifPresent(why -> lines.add(Line.of(INDENT + "starved: " + why, Tone.BAD)));
    InstanceCells.delay(channel.applier())
        .map(Durations::coarse)
        .ifPresent(delay ->
            lines.add(
                Line.of(
                    INDENT
                        + "delay %s is configured: each transaction waits until it is %s old, and the lag grows up to that before it is applied"
                            .formatted(delay, delay))));
    if (!channel.filters().isEmpty()) {
      lines.add(
          Line.of(
              INDENT + "replication filters: " + String.join(", ", channel.filters()), Tone.WARN));
    }
    return lines;
  }

  private static Observed<LagView> inAll(ChannelView channel) {
    return Facts.isReported(channel.chainLag())
        ? Facts.observed(channel.chainLag())
        : Observed.absent("the controller did not report it");
  }

  private static Line lag(Line head, ChannelView channel) {
    return switch (Facts.observed(channel.lag())) {
      case Observed.Known<LagView>(LagView lag) ->
          head.plus("  lag ").plus(InstanceCells.lagText(lag));
      case Observed.Absent<LagView>(String why) -> head.plus("  no lag: " + why, Tone.DIM);
      case Observed.Unknown<LagView>(String why) -> head.plus("  lag unknown: " + why, Tone.WARN);
    };
  }

  private static Line state(ThreadState state) {
    Tone tone = state == ThreadState.RUNNING ? Tone.GOOD : Tone.WARN;
    return Line.of(state.name().toLowerCase(Locale.ROOT), tone);
  }

  private static Optional<Line> error(Optional<ErrorView> error, String thread) {
    return error.map(e ->
        Line.of(
            INDENT
                + "%s error %s%s: %s"
                    .formatted(
                        thread, e.number(), e.at().map(at -> " at " + at).orElse(""), e.message()),
            Tone.BAD));
  }

  private void place(Table table, String name, Observed<String> fact) {
    if (!(fact instanceof Observed.Absent)) {
      table.row(Line.of(INDENT + name), value(fact));
    }
  }

  private List<Line> workers(ApplierView applier) {
    Optional<String> unknown = applier.workersMissing().flatMap(Fact::unknown);
    if (unknown.isPresent()) {
      return List.of(Line.of(INDENT + "workers unknown: " + unknown.get(), Tone.WARN));
    }
    Table table =
        new Table().titles(INDENT + "worker", "state", "last applied", "applying", "what it does");
    List<Line> errors = new ArrayList<>();
    for (WorkerView worker : applier.workers()) {
      boolean runs = worker.state() == ThreadState.RUNNING;
      table.row(
          Line.of(INDENT + worker.id()),
          Line.of(worker.state().name().toLowerCase(Locale.ROOT), runs ? Tone.GOOD : Tone.WARN),
          Line.of(worker.lastApplied().value().orElse("-")),
          Line.of(worker.applying().value().orElse("-")),
          Line.of(worker.stateText().value().orElse(""), Tone.DIM));
      error(worker.lastError(), "worker " + worker.id()).ifPresent(errors::add);
    }
    List<Line> lines = new ArrayList<>(table.lines().size() > 1 ? table.lines() : List.of());
    lines.addAll(errors);
    return lines;
  }

  /** The facts that are only shown, by group and name. */
  private static Map<String, Map<String, Observed<String>>> groups(InstanceView instance) {
    Map<String, Map<String, Observed<String>>> groups = new LinkedHashMap<>();
    groups.put("server", server(instance));
    instance.writeProtection().ifPresent(of -> groups.put("writeProtection", Facts.of(of)));
    instance.gtid().ifPresent(of -> groups.put("gtid", Facts.of(of)));
    instance.binlog().ifPresent(of -> groups.put("binlog", Facts.of(of)));
    instance.durability().ifPresent(of -> groups.put("durability", Facts.of(of)));
    instance.parallel().ifPresent(of -> groups.put("parallel", Facts.of(of)));
    instance.semiSync().ifPresent(of -> groups.put("semiSync", Facts.of(of)));
    Map<String, Observed<String>> settings = new LinkedHashMap<>();
    instance
        .settings()
        .orElse(Map.of())
        .forEach((name, value) -> settings.put(name, Observed.known(value)));
    if (!settings.isEmpty()) {
      groups.put(SERVER_NAMES, settings);
    }
    if (!instance.stalledStatements().isEmpty()) {
      String stalled = String.join("; ", instance.stalledStatements());
      groups.put("stalled", Map.of("statements", Observed.known(stalled)));
    }
    return groups;
  }

  private static Map<String, Observed<String>> server(InstanceView instance) {
    Map<String, Observed<String>> server = new LinkedHashMap<>();
    instance
        .versionComment()
        .ifPresent(comment -> server.put("versionComment", Observed.known(comment)));
    put(server, "serverUuid", instance.serverUuid());
    put(server, "serverId", instance.serverId());
    put(server, "hostname", instance.hostname());
    put(server, "port", instance.port());
    put(server, "reportedAs", instance.reportedAs());
    put(server, "writable", instance.writable());
    put(server, "uptimeSeconds", instance.uptimeSeconds());
    put(server, "channelsMissing", instance.channelsMissing());
    return server;
  }

  private static <T> void put(
      Map<String, Observed<String>> facts, String name, Optional<Fact<T>> fact) {
    fact.ifPresent(reported -> facts.put(name, Facts.observed(reported).map(String::valueOf)));
  }

  private List<Line> facts(String group, Map<String, Observed<String>> facts) {
    Optional<String> whyNone =
        facts.values().stream().allMatch(Observed.Absent.class::isInstance)
            ? facts.values().stream().findFirst().map(InstancePage::why)
            : Optional.empty();
    if (whyNone.isPresent()) {
      return List.of(Line.of(INDENT + "none: " + whyNone.get(), Tone.DIM));
    }
    Table table = new Table();
    facts.forEach((name, fact) ->
        table.row(
            Line.of(INDENT + (group.equals(SERVER_NAMES) ? name : words(name))), value(fact)));
    return table.lines();
  }

  private static String why(Observed<String> fact) {
    return fact instanceof Observed.Absent<String>(String why) ? why : "";
  }

  private Line value(Observed<String> fact) {
    return switch (fact) {
      case Observed.Known<String>(String value) ->
          Line.of(value.isEmpty() ? "(empty)" : value.replace("\n", ""))
              .cut(VALUE_COLUMNS_MAX, glyphs);
      case Observed.Absent<String>(String why) -> Line.of("- " + why, Tone.DIM);
      case Observed.Unknown<String>(String why) -> Line.of("unknown: " + why, Tone.WARN);
    };
  }

  private static String bytes(long count) {
    return count < 10_000 ? count + " bytes" : "%d kB".formatted(count / 1000);
  }

  /** {@code syncBinlog} and {@code AUTO_POSITION} as words. */
  private static String words(String name) {
    String spaced = name.replaceAll("([a-z])([A-Z])", "$1 $2").replace('_', ' ');
    return spaced.toLowerCase(Locale.ROOT);
  }
}
