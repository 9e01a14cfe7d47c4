package io.tutti.api;

import java.util.List;
import java.util.Optional;

/**
 * A cluster in one line: how many members, and how well they are.
 *
 * @param aliases the names that people gave it
 * @param ifSourceDied what would be if a source of it died now, for each
 */
public record ClusterView(
    String name,
    List<String> aliases,
    List<String> heads,
    List<String> flavors,
    int instances,
    int reached,
    Optional<String> worstSeverity,
    int findings,
    List<IfSourceDiedView> ifSourceDied) {}
