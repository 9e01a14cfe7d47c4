package io.tutti.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One thing found. {@code tutti explain CODE} has the page of its code.
 *
 * @param subject an instance, {@code instance/channel}, or the cluster itself
 * @param instance the instance, or that of the channel; absent for a cluster
 * @param description what the code means
 * @param evidence what was seen, with the values
 * @param since since when it is found without a break
 * @param silence why it is not counted; absent where it is
 */
public record FindingView(
    String code,
    String severity,
    String scope,
    String cluster,
    String subject,
    Optional<String> instance,
    String description,
    String evidence,
    List<RemedyView> remedies,
    Instant since,
    Optional<SilenceView> silence) {}
