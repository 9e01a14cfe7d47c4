package io.tutti.detection;

import io.tutti.model.InstanceAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What is known of a source that does not answer.
 *
 * @param since since when it has not answered us
 * @param lasting for how long, counted from the end of the latest pause of the controller
 * @param contact how it does not, as the latest attempt saw it
 * @param witnesses what each of its replicas says
 * @param why what decided
 */
public record SourceVerdict(
    InstanceAddress source,
    SourceRole role,
    Kind kind,
    Instant since,
    Duration lasting,
    String contact,
    List<Witness> witnesses,
    String why) {

  /** What is proved. */
  public enum Kind {
    /** It answers nobody, and its replicas lost it. */
    DEAD,

    /** Its host is there, it answers nobody, and nothing comes from it. */
    FROZEN,

    /** Its replicas hear from it. */
    UNREACHABLE_FROM_HERE,

    /** It does not answer us; what its replicas say proves neither. */
    NOT_PROVED
  }

  public SourceVerdict {
    witnesses = List.copyOf(witnesses);
  }

  /** Who said what, and when. */
  public String evidence() {
    String others =
        witnesses.stream()
            .map(witness ->
                witness.words() + witness.at().map(at -> " (read at " + at + ")").orElse(""))
            .collect(Collectors.joining("; "));
    return "Controller: %s It has not answered since %s. Its replicas: %s."
        .formatted(contact, since, others.isEmpty() ? "none is known" : others);
  }
}
