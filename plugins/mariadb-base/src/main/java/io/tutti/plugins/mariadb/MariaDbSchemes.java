package io.tutti.plugins.mariadb;

import io.tutti.model.InstanceState;
import io.tutti.spi.knob.ApplierScheme;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How the workers of a replica can share the work: its present mode first. The modes aggressive and
 * minimal are tried only where they are in force.
 */
record MariaDbSchemes(InstanceState replica) {
  private static final Set<String> TRIED =
      Set.of("minimal", "conservative", "optimistic", "aggressive");

  List<ApplierScheme> all() {
    if (replica.version().version().isBefore(10, 1, 3)) {
      return List.of(ApplierScheme.of("conservative", Map.of()));
    }
    Set<String> modes = new LinkedHashSet<>();
    boolean isParallel =
        replica.parallel().workers().asOptional().filter(count -> count > 1).isPresent();
    if (isParallel) {
      replica.parallel().mode().asOptional().filter(TRIED::contains).ifPresent(modes::add);
    }
    modes.addAll(List.of("conservative", "optimistic"));
    return modes.stream()
        .map(mode -> ApplierScheme.of(mode, Map.of(MariaDbKnobs.MODE, mode)))
        .toList();
  }
}
