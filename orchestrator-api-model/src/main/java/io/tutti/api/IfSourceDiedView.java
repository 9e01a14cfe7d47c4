package io.tutti.api;

import java.util.List;
import java.util.Optional;

/**
 * What a failover would do if a source died now, as its planner says of the last readings.
 *
 * @param begun BY_ITSELF, PROPOSED, or BY_HAND
 * @param successor who would take the place; empty where it would be refused
 * @param behindMillis how far the successor is behind, which it applies first; empty where it would
 *     be refused, or that is not known
 * @param refused why it would be refused; empty where it would not
 * @param leftToPerson why it would be left to a person although it is automatic
 * @param lost what would be lost, as far as it is known
 * @param notes what else people should know
 * @param remedies of the refusal
 * @param notAsked what is found out only when it is done
 */
public record IfSourceDiedView(
    String source,
    String begun,
    Optional<String> successor,
    Optional<Long> behindMillis,
    Optional<String> refused,
    Optional<String> leftToPerson,
    List<String> lost,
    List<String> notes,
    List<RemedyView> remedies,
    List<String> notAsked) {}
