package io.tutti.cli.render;

import io.tutti.cli.view.ChannelView;
import io.tutti.cli.view.ChannelView.ApplierView;
import io.tutti.cli.view.ChannelView.ErrorView;
import io.tutti.cli.view.ChannelView.ReceiverView;
import io.tutti.cli.view.ChannelView.WorkerView;
import io.tutti.cli.view.FailureView;
import io.tutti.cli.view.InstanceView;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** All that is known of one instance, for people. */
public record InstancePage(Glyphs glyphs) {

  /** A server tells long sets; more than this is cut, {@code --json} has it whole. */
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
    instance
        .groups()
        .forEach((group, facts) -> {
          lines.add(Line.EMPTY);
          lines.add(Line.of(words(group), Tone.STRONG));
          lines.addAll(facts(group, facts));
        });
    return lines;
  }

  private List<Line> head(InstanceView instance) {
    List<Line> lines = new ArrayList<>();
    String server =
        instance.flavor().orElse("flavor not known") + " " + instance.version().orElse("");
    lines.add(
        Line.of(instance.address(), Tone.STRONG)
            .plus("  %s  %s".formatted(instance.role().display(), server.strip()))
            .plus("  in cluster " + instance.cluster(), Tone.DIM));
    if (!instance.aliases().isEmpty()) {
      lines.add(Line.of("also known as " + String.join(", ", instance.aliases()), Tone.DIM));
    }
    String age =
        instance.age().map(Durations::fine).map(a -> "read " + a + " ago").orElse("never read");
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
        failure.attempts().map(n -> " (%d attempts".formatted(n)).orElse(" (")
            + failure.since().map(since -> " since " + since + ")").orElse(")");
    lines.add(Line.of(INDENT + failure.code(), Tone.BAD).plus(series, Tone.DIM));
    lines.add(Line.of(INDENT + failure.observed()));
    failure.remedies().forEach(remedy -> lines.add(Line.of(INDENT + "remedy: " + remedy)));
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
        .asOptional()
        .flatMap(lag -> lag.misses())
        .ifPresent(misses -> lines.add(Line.of(INDENT + "the lag misses " + misses, Tone.DIM)));
    lines.addAll(chain(channel));
    Table table = new Table();
    ReceiverView receiver = channel.receiver();
    table.row(
        Line.of(INDENT + "receiver"),
        state(receiver.state()),
        Line.of(receiver.stateText(), Tone.DIM));
    ApplierView applier = channel.applier();
    boolean coordinates = applier.workers().asOptional().filter(w -> !w.isEmpty()).isPresent();
    table.row(
        Line.of(INDENT + (coordinates ? "coordinator" : "applier")),
        state(applier.state()),
        Line.of(applier.stateText().asOptional().orElse(""), Tone.DIM));
    lines.addAll(table.lines());
    error(receiver.lastError(), "receiver").ifPresent(lines::add);
    error(applier.lastError(), "applier").ifPresent(lines::add);
    Table places = new Table();
    place(places, "read", receiver.read());
    place(places, "retrieved", receiver.retrieved());
    place(places, "executed", applier.executed());
    place(places, "in relay log", applier.relayLog());
    place(places, "relay log size", applier.relayLogBytes().map(InstancePage::bytes));
    lines.addAll(places.lines());
    lines.addAll(workers(applier.workers()));
    return lines;
  }

  /** What its own lag does not tell: what is above, what is held back, what is left out. */
  private static List<Line> chain(ChannelView channel) {
    List<Line> lines = new ArrayList<>();
    switch (channel.chainLag()) {
      case Observed.Known<ChannelView.LagView>(ChannelView.LagView lag) ->
          lines.add(
              Line.of(INDENT + "behind the top of its chain: ").plus(InstanceCells.lagText(lag)));
      case Observed.Unknown<ChannelView.LagView>(String why) ->
          lines.add(Line.of(INDENT + "behind the top of its chain: unknown: " + why, Tone.WARN));
      case Observed.Absent<ChannelView.LagView> none -> {}
    }
    channel.starved().ifPresent(why -> lines.add(Line.of(INDENT + "starved: " + why, Tone.BAD)));
    channel
        .applier()
        .delay()
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
              INDENT + "leaves out on purpose: " + String.join(", ", channel.filters()),
              Tone.WARN));
    }
    return lines;
  }

  private static Line lag(Line head, ChannelView channel) {
    return switch (channel.lag()) {
      case Observed.Known<ChannelView.LagView>(ChannelView.LagView lag) ->
          head.plus("  lag ").plus(InstanceCells.lagText(lag));
      case Observed.Absent<ChannelView.LagView>(String why) ->
          head.plus("  no lag: " + why, Tone.DIM);
      case Observed.Unknown<ChannelView.LagView>(String why) ->
          head.plus("  lag unknown: " + why, Tone.WARN);
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

  private List<Line> workers(Observed<List<WorkerView>> workers) {
    if (workers instanceof Observed.Unknown<List<WorkerView>>(String why)) {
      return List.of(Line.of(INDENT + "workers unknown: " + why, Tone.WARN));
    }
    Table table =
        new Table().titles(INDENT + "worker", "state", "last applied", "applying", "what it does");
    List<Line> errors = new ArrayList<>();
    for (WorkerView worker : workers.asOptional().orElse(List.of())) {
      boolean runs = worker.state().equals(ThreadState.RUNNING.name());
      table.row(
          Line.of(INDENT + worker.id()),
          Line.of(worker.state().toLowerCase(Locale.ROOT), runs ? Tone.GOOD : Tone.WARN),
          Line.of(worker.lastApplied().asOptional().orElse("-")),
          Line.of(worker.applying().asOptional().orElse("-")),
          Line.of(worker.stateText().asOptional().orElse(""), Tone.DIM));
      error(worker.lastError(), "worker " + worker.id()).ifPresent(errors::add);
    }
    List<Line> lines = new ArrayList<>(table.lines().size() > 1 ? table.lines() : List.of());
    lines.addAll(errors);
    return lines;
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
