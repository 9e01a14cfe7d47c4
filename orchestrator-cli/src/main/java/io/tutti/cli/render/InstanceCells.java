package io.tutti.cli.render;

import io.tutti.api.ChannelView;
import io.tutti.api.ChannelView.ApplierView;
import io.tutti.api.ChannelView.LagView;
import io.tutti.api.Fact;
import io.tutti.api.InstanceView;
import io.tutti.api.InstanceView.Contact;
import io.tutti.api.InstanceView.FailureView;
import io.tutti.api.InstanceView.GtidView;
import io.tutti.api.InstanceView.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The cells of an instance's line in the tree. */
record InstanceCells(InstanceView instance, GtidText gtid, Glyphs glyphs, Instant now) {
  /** A reading older than this is marked: several polls were missed. */
  private static final Duration OLD = Duration.ofSeconds(5);

  private static final Duration LAG_NOTABLE = Duration.ofSeconds(5);

  /** Two servers are not read at the same moment, and seconds are rounded. */
  private static final Duration CHAIN_NOTABLE = Duration.ofSeconds(2);

  List<Line> all() {
    return List.of(role(), server(), state(), lag(), applier(), position(), writable());
  }

  private Line role() {
    boolean isSource = instance.role() == Role.SOURCE;
    return Line.of(word(instance.role()), isSource ? Tone.STRONG : Tone.PLAIN);
  }

  static String word(Role role) {
    return role == Role.INTERMEDIATE_SOURCE ? "intermediate" : role.name().toLowerCase(Locale.ROOT);
  }

  private Line server() {
    return instance
        .version()
        .map(version -> {
          String flavor = instance.flavor().orElse("");
          int dash = flavor.lastIndexOf('-');
          return Line.of((dash < 0 ? flavor : flavor.substring(0, dash)) + " " + version);
        })
        .orElse(Line.of("-", Tone.DIM));
  }

  private Line state() {
    return switch (instance.contact()) {
      case PENDING -> Line.of("not read yet", Tone.DIM);
      case RESTORED -> Line.of("last seen " + age() + " ago", Tone.DIM);
      case FAILED -> Line.of("failed" + failedFor(), Tone.BAD);
      case REACHED -> reachedState();
    };
  }

  /** How old the reading is; empty when there was none. */
  static Optional<Duration> age(InstanceView instance) {
    return instance.ageMillis().map(Duration::ofMillis);
  }

  private String age() {
    return age(instance).map(Durations::coarse).orElse("?");
  }

  private String failedFor() {
    return instance
        .failure()
        .map(FailureView::since)
        .map(since -> " " + Durations.coarse(Duration.between(since, now)))
        .orElse("");
  }

  private Line reachedState() {
    Line line = InstanceStatus.worst(instance);
    boolean old = age(instance).filter(age -> age.compareTo(OLD) > 0).isPresent();
    return old ? line.plus(", read " + age() + " ago", Tone.DIM) : line;
  }

  private Line lag() {
    if (isDated()) {
      return Line.EMPTY;
    }
    Line own =
        instance.channels().stream()
            .flatMap(channel -> channel.lag().value().stream())
            .max(Comparator.comparingLong(LagView::millis))
            .map(InstanceCells::lagText)
            .orElseGet(() -> instance.channels().isEmpty() ? Line.EMPTY : Line.of("?", Tone.DIM));
    return own.plus(inAll()).plus(delay());
  }

  /** How far it is behind the top of its chain, where that is more than its own lag. */
  private Line inAll() {
    Line line = Line.EMPTY;
    for (ChannelView channel : instance.channels()) {
      Optional<LagView> own = channel.lag().value();
      if (channel.chainLag().unknown().isPresent() && own.isPresent()) {
        return Line.of(" (? in all)", Tone.WARN);
      }
      Optional<LagView> all = channel.chainLag().value();
      if (all.isPresent()
          && own.isPresent()
          && all.get().millis() - own.get().millis() >= CHAIN_NOTABLE.toMillis()) {
        line = Line.of(" (").plus(lagText(all.get())).plus(" in all)", Tone.DIM);
      }
    }
    return line;
  }

  /** The configured delay; empty where there is none. */
  static Optional<Duration> delay(ApplierView applier) {
    return applier
        .delaySeconds()
        .value()
        .map(seconds -> Duration.ofMillis((long) (seconds * 1000)))
        .filter(Duration::isPositive);
  }

  private Line delay() {
    return instance.channels().stream()
        .flatMap(channel -> delay(channel.applier()).stream())
        .max(Comparator.naturalOrder())
        .map(delay -> Line.of(" delay " + Durations.coarse(delay), Tone.DIM))
        .orElse(Line.EMPTY);
  }

  static Line lagText(LagView lag) {
    boolean inSeconds = lag.source().equals("SECONDS_BEHIND");
    Duration behind = Duration.ofMillis(lag.millis());
    String amount = inSeconds ? Durations.coarse(behind) : Durations.fine(behind);
    Tone tone = behind.compareTo(LAG_NOTABLE) > 0 ? Tone.WARN : Tone.PLAIN;
    return Line.of(amount, tone).plus(" " + lagSource(lag.source()), Tone.DIM);
  }

  /** The short sign of a lag's source; the legend below the tree explains it. */
  static String lagSource(String source) {
    return switch (source) {
      case "COMMIT_TIMESTAMPS" -> "ct";
      case "HEARTBEAT" -> "hb";
      case "SECONDS_BEHIND" -> "sbm";
      default -> source;
    };
  }

  private boolean isDated() {
    return instance.contact() != Contact.REACHED;
  }

  private Line applier() {
    if (instance.channels().isEmpty()) {
      return Line.EMPTY;
    }
    Tone tone = isDated() ? Tone.DIM : Tone.PLAIN;
    Optional<Long> workers = instance.parallel().flatMap(each -> each.workers().value());
    if (workers.isEmpty()) {
      return instance.version().isEmpty() ? Line.EMPTY : Line.of("?", Tone.DIM);
    }
    if (workers.get() == 0) {
      return Line.of("single", tone);
    }
    String mode = instance.parallel().flatMap(each -> each.mode().value()).orElse("parallel");
    return Line.of(mode + glyphs.times() + workers.get(), tone);
  }

  private Line position() {
    Tone tone = isDated() ? Tone.DIM : Tone.PLAIN;
    Optional<String> executed =
        instance.gtid().filter(InstanceCells::isUsed).flatMap(gtid -> gtid.executed().value());
    if (executed.isPresent()) {
      String set = executed.get();
      return Line.of("gtid " + (set.isBlank() ? "none" : gtid.shorten(set)), tone);
    }
    Optional<String> place =
        instance.channels().stream()
            .findFirst()
            .flatMap(channel -> channel.applier().executed().value())
            .or(() -> instance.binlog().flatMap(binlog -> binlog.position().value()));
    return place.map(text -> Line.of("pos " + shortPosition(text), tone)).orElse(Line.EMPTY);
  }

  /** Whether its transactions bear GTIDs, as far as it is known. */
  private static boolean isUsed(GtidView gtid) {
    return !gtid.mode().value().equals(Optional.of("OFF"));
  }

  /** {@code 000012:4711} of {@code mysql-bin.000012:4711}. */
  private static String shortPosition(String position) {
    return position.substring(position.lastIndexOf('.') + 1);
  }

  private Line writable() {
    Tone tone = isDated() ? Tone.DIM : Tone.PLAIN;
    return instance
        .writable()
        .flatMap(Fact::value)
        .map(writes -> Line.of(writes ? "rw" : "ro", tone))
        .orElseGet(() -> instance.version().isEmpty() ? Line.EMPTY : Line.of("?", Tone.DIM));
  }

  /** The codes of what is wrong with it. */
  Line problems() {
    Line line = Line.EMPTY;
    for (String code : instance.problems()) {
      line = line.plus(line.width() == 0 ? "" : " ").plus(code, Tone.WARN);
    }
    return line;
  }
}
