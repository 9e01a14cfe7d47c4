package io.tutti.analysis;

/**
 * One thing found.
 *
 * @param cluster the name of the cluster it is in
 * @param subject what it is about: an instance, {@code instance/channel}, or the cluster itself
 */
public record Finding(FindingKind code, String cluster, String subject, Evidence evidence) {}
