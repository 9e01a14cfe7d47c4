package io.tutti.analysis;

import io.tutti.model.InstanceAddress;
import java.util.Optional;

/**
 * One thing found.
 *
 * @param severity how much it matters here
 * @param cluster the name of the cluster it is in
 * @param about what it is about
 */
public record Finding(
    FindingKind code, Severity severity, String cluster, About about, Evidence evidence) {

  /**
   * What a finding is about.
   *
   * @param subject an instance, {@code instance/channel}, or the cluster itself
   * @param instance the instance, or that of the channel; empty for a cluster
   */
  public record About(String subject, Optional<InstanceAddress> instance) {
    static About of(Subject subject) {
      return new About(subject.name(), subject.instance());
    }
  }

  static Finding of(FindingKind code, Severity severity, Subject subject, Evidence evidence) {
    return new Finding(code, severity, subject.cluster().name(), About.of(subject), evidence);
  }

  /** How people read what it is about. */
  public String subject() {
    return about.subject();
  }
}
