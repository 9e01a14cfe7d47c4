package io.tutti.app;

import io.tutti.discovery.Vitals;
import io.tutti.rest.Health;
import io.tutti.rest.Health.Cure;
import io.tutti.rest.Health.Part;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Function;

/** The parts of a controller, and how one sees that they work. */
final class ControllerHealth {
  /**
   * Rounds of saving are 2 s apart; for so long the store may be away before a restart is tried.
   */
  private static final Duration UNSAVED_MAX = Duration.ofMinutes(2);

  private ControllerHealth() {}

  /** Of an engine that is being opened, or is open. */
  static Health of(Future<Engine> engine) {
    return new Health(
        List.of(
            part("store", Cure.PATIENCE, engine, ControllerHealth::store),
            part("saving", Cure.RESTART, engine, open -> saving(open.discovery().vitals())),
            part("watching", Cure.RESTART, engine, open -> watching(open.discovery().vitals()))));
  }

  private static Part part(
      String name, Cure cure, Future<Engine> engine, Function<Engine, Optional<String>> trouble) {
    return new Part(
        name,
        cure,
        () ->
            engine.state() == Future.State.SUCCESS
                ? trouble.apply(engine.resultNow())
                : cure == Cure.RESTART ? Optional.empty() : Optional.of("is being opened"));
  }

  private static Optional<String> store(Engine engine) {
    engine.store().ping();
    return Optional.empty();
  }

  private static Optional<String> saving(Vitals vitals) {
    return Optional.of(vitals.sinceSaved())
        .filter(since -> since.compareTo(UNSAVED_MAX) > 0)
        .map(since -> "nothing was saved for " + since.toSeconds() + " s");
  }

  private static Optional<String> watching(Vitals vitals) {
    return vitals.late() == 0
        ? Optional.empty()
        : Optional.of(
            "%d of %d servers were not looked at for a minute or more"
                .formatted(vitals.late(), vitals.watched()));
  }
}
