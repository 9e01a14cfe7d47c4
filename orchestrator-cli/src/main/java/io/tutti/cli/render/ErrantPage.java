package io.tutti.cli.render;

import io.tutti.api.ErrantView;
import io.tutti.api.ErrantView.TransactionView;
import java.util.ArrayList;
import java.util.List;

/** The errant transactions of a replica, for people. */
public final class ErrantPage {
  private ErrantPage() {}

  /**
   * @param answer of {@code GET /instances/{i}/errant}
   */
  public static List<Line> of(ErrantView answer) {
    List<Line> lines = new ArrayList<>();
    String gtids = answer.gtids().value().orElse("");
    lines.add(
        Line.of(answer.address(), Tone.STRONG)
            .plus(" from " + answer.source() + ": ", Tone.DIM)
            .plus(
                said(answer, gtids),
                answer.gtids().value().filter(String::isEmpty).isPresent() ? Tone.GOOD : Tone.BAD));
    for (TransactionView each : answer.transactions()) {
      lines.add(Line.of("  " + each.gtid(), Tone.STRONG).plus("  " + each.meaning(), Tone.DIM));
      each.content()
          .value()
          .orElseGet(() ->
              List.of("What it does is not known: " + each.content().unknown().orElse("") + "."))
          .forEach(line -> lines.add(Line.of("    " + line)));
    }
    answer.notes().forEach(note -> lines.add(Line.of("  " + note, Tone.DIM)));
    return lines;
  }

  private static String said(ErrantView answer, String gtids) {
    return answer.gtids().value().isEmpty()
        ? "not known: " + answer.gtids().absent().or(() -> answer.gtids().unknown()).orElse("")
        : gtids.isEmpty() ? "nothing errant" : gtids;
  }
}
