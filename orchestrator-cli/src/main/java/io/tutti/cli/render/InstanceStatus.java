package io.tutti.cli.render;

import io.tutti.api.ChannelView;
import io.tutti.api.ChannelView.ThreadState;
import io.tutti.api.Fact;
import io.tutti.api.InstanceView;
import io.tutti.api.InstanceView.Contact;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** How an instance's replication does, from its channels. */
public enum InstanceStatus {
  OK("ok", Tone.GOOD),
  CONNECTING("connecting", Tone.WARN),
  APPLIER_STOPPED("applier stopped", Tone.WARN),
  RECEIVER_STOPPED("receiver stopped", Tone.WARN),
  STOPPED("stopped", Tone.WARN),
  /** Its threads run, and what is written at the top does not arrive. */
  STARVED("starved", Tone.BAD),
  RECEIVER_FAILED("receiver failed", Tone.BAD),
  APPLIER_FAILED("applier failed", Tone.BAD);

  private final String display;
  private final Tone tone;

  InstanceStatus(String display, Tone tone) {
    this.display = display;
    this.tone = tone;
  }

  private static InstanceStatus of(ChannelView channel) {
    ThreadState receiver = channel.receiver().state();
    boolean applies = channel.applier().state() != ThreadState.STOPPED;
    if (!applies && channel.applier().lastError().isPresent()) {
      return APPLIER_FAILED;
    }
    if (receiver != ThreadState.RUNNING && channel.receiver().lastError().isPresent()) {
      return RECEIVER_FAILED;
    }
    if (receiver == ThreadState.STOPPED) {
      return applies ? RECEIVER_STOPPED : STOPPED;
    }
    if (!applies) {
      return APPLIER_STOPPED;
    }
    if (channel.starved().isPresent()) {
      return STARVED;
    }
    return receiver == ThreadState.RUNNING ? OK : CONNECTING;
  }

  /** The worst of all channels, with how many share it when not all do. */
  static Line worst(InstanceView instance) {
    List<InstanceStatus> all = instance.channels().stream().map(InstanceStatus::of).toList();
    InstanceStatus worst = all.stream().max(Comparator.naturalOrder()).orElse(OK);
    long affected = all.stream().filter(status -> status == worst).count();
    boolean partly = worst != OK && affected < all.size();
    String share = partly ? " %d/%d".formatted(affected, all.size()) : "";
    return Line.of(worst.display + share, worst.tone);
  }

  /** How bad its state is: 0 when it was reached and its replication is in order. */
  static int trouble(InstanceView instance) {
    return instance.contact() == Contact.REACHED
        ? instance.channels().stream().mapToInt(each -> of(each).ordinal()).max().orElse(0)
        : values().length;
  }

  /** Whether each of its channels runs and gets what it should. */
  public static boolean isInOrder(InstanceView instance) {
    return instance.channels().stream().map(InstanceStatus::of).allMatch(status -> status == OK);
  }

  /** The state of an instance without anything that changes by itself, such as ages. */
  public static String words(InstanceView instance) {
    String state =
        instance.contact() == Contact.REACHED
            ? worst(instance).plain()
            : instance.contact().name().toLowerCase(Locale.ROOT);
    String writable =
        instance
            .writable()
            .flatMap(Fact::value)
            .map(writes -> writes ? ", writable" : "")
            .orElse("");
    String problems = String.join(" ", instance.problems());
    String role = InstanceCells.word(instance.role());
    return "%s %s%s%s".formatted(role, state, writable, problems.isEmpty() ? "" : ": " + problems);
  }
}
