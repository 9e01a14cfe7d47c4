package io.tutti.rest;

import io.tutti.api.IfSourceDiedView;
import io.tutti.api.RemedyView;
import io.tutti.error.Remedies;
import io.tutti.promotion.IfSourceDied;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How it is shown what would be if a source died now. */
final class ForesightViews {
  private ForesightViews() {}

  static List<IfSourceDiedView> of(List<IfSourceDied> foreseen) {
    return foreseen.stream().map(ForesightViews::of).toList();
  }

  private static IfSourceDiedView of(IfSourceDied foreseen) {
    return switch (foreseen.outcome()) {
      case IfSourceDied.Taken taken ->
          new IfSourceDiedView(
              foreseen.source().toString(),
              foreseen.begun().name(),
              Optional.of(taken.by().toString()),
              taken.behind().map(Duration::toMillis),
              Optional.empty(),
              left(foreseen),
              taken.lost(),
              taken.notes(),
              List.of(),
              IfSourceDied.NOT_ASKED);
      case IfSourceDied.Refused refused ->
          new IfSourceDiedView(
              foreseen.source().toString(),
              foreseen.begun().name(),
              Optional.empty(),
              Optional.empty(),
              Optional.of(refused.why()),
              left(foreseen),
              List.of(),
              List.of(),
              remedies(refused.remedies()),
              IfSourceDied.NOT_ASKED);
    };
  }

  private static Optional<String> left(IfSourceDied foreseen) {
    return foreseen.leftToPerson().map(IfSourceDied.LeftToPerson::why);
  }

  private static List<RemedyView> remedies(Remedies remedies) {
    return RemedyViews.of(remedies);
  }
}
