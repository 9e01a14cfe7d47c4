package io.tutti.topology;

import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * Whether a server refuses writes of ordinary accounts after its next start, as far as that shows:
 * no server shows its option file. Pure.
 *
 * <ol>
 *   <li>What it keeps itself for its next start counts.
 *   <li>Else what it started with, where nobody has set it since.
 *   <li>Else what it was seen with when it was seen to start last.
 * </ol>
 *
 * @param readOnly unknown where none of this is known
 * @param because how that is known, as a part of a sentence about the server
 * @param isFenced whether it was seen to start kept from its clients, to be admitted once it is
 *     proved intact
 */
public record NextStart(Observed<Boolean> readOnly, String because, boolean isFenced) {
  private static final String READ_ONLY = "read_only";

  /**
   * @param seen how it was seen to start last
   */
  public static NextStart of(InstanceState state, Optional<StartupObservation> seen) {
    boolean isFenced = seen.filter(StartupObservation::shut).isPresent();
    if (state.settings().persisted()
        instanceof Observed.Unknown<SortedMap<String, String>>(String why)) {
      return new NextStart(
          Observed.unknown("what it keeps for its next start is not known: " + why), "", isFenced);
    }
    return ofKept(state, seen, isFenced)
        .or(() -> ofStart(state, isFenced))
        .or(() -> seen.flatMap(each -> ofSeen(each, isFenced)))
        .orElseGet(() ->
            new NextStart(
                Observed.unknown("it was not seen to start, and does not show how it did"),
                "",
                isFenced));
  }

  private static Optional<NextStart> ofKept(
      InstanceState state, Optional<StartupObservation> seen, boolean isFenced) {
    return state
        .settings()
        .persisted()
        .asOptional()
        .flatMap(kept -> {
          Optional<Boolean> own = Optional.ofNullable(kept.get(READ_ONLY)).map(NextStart::isOn);
          return own.isEmpty() && refusesAll(kept, state, seen) ? Optional.of(true) : own;
        })
        .map(on ->
            new NextStart(
                Observed.known(on),
                "it keeps %s for its next start".formatted(spoken(on)),
                isFenced));
  }

  /** What refuses all writes refuses those of ordinary accounts, too. */
  private static boolean refusesAll(
      SortedMap<String, String> kept, InstanceState state, Optional<StartupObservation> seen) {
    return Stream.concat(
            seen.stream().flatMap(each -> each.shown().keySet().stream()),
            state.settings().setSinceStart().asOptional().stream().flatMap(Set::stream))
        .filter(name -> name.endsWith(READ_ONLY))
        .flatMap(name -> Optional.ofNullable(kept.get(name)).stream())
        .anyMatch(NextStart::isOn);
  }

  private static Optional<NextStart> ofStart(InstanceState state, boolean isFenced) {
    boolean isUnchanged =
        state
            .settings()
            .setSinceStart()
            .map(set -> set.stream().noneMatch(name -> name.endsWith(READ_ONLY)))
            .is(true);
    return isUnchanged
        ? state
            .writeProtection()
            .readOnly()
            .asOptional()
            .map(on ->
                new NextStart(
                    Observed.known(on),
                    "it started with %s, and nobody has set that since".formatted(spoken(on)),
                    isFenced))
        : Optional.empty();
  }

  private static Optional<NextStart> ofSeen(StartupObservation seen, boolean isFenced) {
    return Optional.ofNullable(seen.shown().get(READ_ONLY))
        .map(NextStart::isOn)
        .map(on ->
            new NextStart(
                Observed.known(on),
                "it had %s when it was seen to start last, at %s"
                    .formatted(spoken(on), seen.startedAt()),
                isFenced));
  }

  private static boolean isOn(String value) {
    return !Set.of("OFF", "0", "NO", "FALSE").contains(value.toUpperCase(Locale.ROOT));
  }

  private static String spoken(boolean on) {
    return "read_only=" + (on ? "ON" : "OFF");
  }
}
