package io.tutti.analysis;

/**
 * A rule that could not say anything.
 *
 * @param subject an instance or {@code instance/channel}
 * @param why which fact was missing, and why
 */
public record NotJudged(FindingKind code, String cluster, String subject, String why) {}
