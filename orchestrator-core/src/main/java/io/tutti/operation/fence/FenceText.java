package io.tutti.operation.fence;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Parameters;
import io.tutti.topology.Fence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A fence as parameters of a step, and back. */
final class FenceText {
  private static final String SINCE = "since";
  private static final String WHY = "why";
  private static final String INCIDENT = "incident";
  private static final String SHUT = "shut.";
  private static final String BEFORE = "before.";
  private static final String MEMBER = "member ";
  private static final String RECEIVER = "receiver ";
  private static final String OPEN = "open ";

  private FenceText() {}

  static Parameters of(Fence fence) {
    Parameters text = about(fence).with(SINCE, fence.since());
    for (var each : fence.before().entrySet()) {
      text = text.with(BEFORE + each.getKey(), each.getValue());
    }
    return text;
  }

  /** All that is known of one that is not raised yet. */
  static Parameters about(Fence fence) {
    Parameters text = Parameters.NONE;
    if (fence.why().isPresent()) {
      text = text.with(WHY, fence.why().get());
    }
    if (fence.incident().isPresent()) {
      text = text.with(INCIDENT, fence.incident().get());
    }
    for (var each : fence.shut().entrySet()) {
      text = text.with(SHUT + each.getKey(), each.getValue());
    }
    for (InstanceAddress member : fence.members()) {
      text = text.with(MEMBER + member, "");
    }
    for (Fence.Receiver receiver : fence.receivers()) {
      String notAnswered = receiver.notAnswered().map(Instant::toString).orElse("");
      text = text.with(RECEIVER + receiver.replica() + " " + receiver.channel(), notAnswered);
    }
    for (int i = 0; i < fence.open().size(); i++) {
      text = text.with("%s%02d".formatted(OPEN, i), fence.open().get(i));
    }
    return text;
  }

  static Fence parse(InstanceAddress instance, Parameters text) {
    return parse(instance, text, Instant.parse(text.require(SINCE)), under(BEFORE, text));
  }

  static Fence parse(
      InstanceAddress instance, Parameters text, Instant since, SortedMap<String, String> before) {
    List<Fence.Receiver> receivers = new ArrayList<>();
    for (var each : under(RECEIVER, text).entrySet()) {
      String name = each.getKey();
      int end = name.indexOf(' ');
      receivers.add(
          new Fence.Receiver(
              InstanceAddress.parse(name.substring(0, end)),
              name.substring(end + 1),
              Optional.of(each.getValue()).filter(at -> !at.isEmpty()).map(Instant::parse)));
    }
    return new Fence(
        instance,
        since,
        text.find(WHY),
        text.find(INCIDENT),
        under(SHUT, text),
        before,
        receivers,
        under(MEMBER, text).keySet().stream().map(InstanceAddress::parse).toList(),
        List.copyOf(under(OPEN, text).values()));
  }

  static SortedMap<String, String> under(String prefix, Parameters text) {
    SortedMap<String, String> found = new TreeMap<>();
    text.values()
        .forEach((name, value) -> {
          if (name.startsWith(prefix)) {
            found.put(name.substring(prefix.length()), value);
          }
        });
    return found;
  }
}
