package io.tutti.operation.salvage;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a replica wrote itself: no source has it, and only its binlogs report of it. Pure.
 *
 * <ol>
 *   <li>Its binlogs report of some: they are not deleted.
 *   <li>It had shown some before its end, and its binlogs lost them: its rows may have them, and
 *       nothing shows what they are. That is refused until a person has closed the incident.
 *   <li>What it wrote after it was read last, and lost, is unknown, and said so.
 * </ol>
 *
 * @param reported what its binlogs show, less what its sources have; absent where transactions bear
 *     no names
 * @param shown what it had shown before each end that counts
 * @param readAt when it was read last before the newest of them; empty where nobody had read it
 */
record OwnTransactions(Observed<GtidSet> reported, List<Shown> shown, Optional<Instant> readAt) {

  /**
   * What it had shown before one end.
   *
   * @param names less what its sources have; unknown where nobody kept them
   * @param incident that reports of that end; empty where it was not noticed yet
   * @param isClosed whether a person has said that nothing is left to do
   */
  record Shown(Instant at, Observed<GtidSet> names, Optional<String> incident, boolean isClosed) {
    boolean isSome() {
      return names.asOptional().filter(known -> !known.isEmpty()).isPresent();
    }
  }

  OwnTransactions {
    shown = List.copyOf(shown);
  }

  /**
   * @throws OrchestratorException SALVAGE_NOT_SAFE
   */
  void requireNone(InstanceAddress instance) {
    if (reported instanceof Observed.Unknown<GtidSet>(String why)) {
      throw unsafe(instance, "whether it wrote transactions of its own is not known: " + why);
    }
    if (reported instanceof Observed.Known<GtidSet>(GtidSet names) && !names.isEmpty()) {
      throw unsafe(
          instance,
          "it has written transactions of its own (%s), which its source has not, and which only its binlogs show"
              .formatted(names));
    }
    shown.stream()
        .filter(each -> each.isSome() && !each.isClosed())
        .findFirst()
        .ifPresent(each -> {
          throw lost(instance, each);
        });
  }

  private static OrchestratorException lost(InstanceAddress instance, Shown lost) {
    String why =
        "when it was read at %s it had written %s itself, which its source has not and its binlogs lost: its rows may have them, and nothing shows what they are"
            .formatted(lost.at(), lost.names());
    return lost.incident()
        .map(id ->
            unsafe(
                instance,
                why,
                Remedies.of(
                    "where these rows may stay as they are: %s, and try again",
                    Acts.closeIncident(id))))
        .orElseGet(() -> unsafe(instance, why));
  }

  private static OrchestratorException unsafe(InstanceAddress instance, String why) {
    return unsafe(instance, why, Remedies.none());
  }

  private static OrchestratorException unsafe(
      InstanceAddress instance, String why, Remedies further) {
    return SalvageRefusal.of(
        ErrorCode.SALVAGE_NOT_SAFE,
        instance,
        why,
        Remedies.of(SalvageRefusal.PROVISION.formatted(instance)).or(further));
  }

  /** What a person must know who has it salvaged. */
  List<String> notes(InstanceAddress instance) {
    List<String> notes = new ArrayList<>();
    shown.stream()
        .filter(Shown::isSome)
        .map(each ->
            "When %s was read at %s it had written %s itself, which its source has not and its binlogs lost. What it did to its rows stays, and nothing shows it any more."
                .formatted(instance, each.at(), each.names()))
        .forEach(notes::add);
    notes.add(
        "What %s wrote itself %s. Its rows keep that, and nothing else does: compare them with its source's, or rebuild it, where that matters."
            .formatted(instance, unknown()));
    return notes;
  }

  private String unknown() {
    if (reported instanceof Observed.Absent<GtidSet>) {
      return "is not known, as its transactions have no GTIDs";
    }
    return readAt
        .map(at ->
            "after %s, when it was read last, is not known, as its binlogs may have lost their end"
                .formatted(at))
        .orElse("before its end is not known, as nobody had read it");
  }
}
