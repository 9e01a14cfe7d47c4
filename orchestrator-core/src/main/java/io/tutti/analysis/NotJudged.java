package io.tutti.analysis;

/**
 * A rule that could not say anything.
 *
 * @param cluster the name of the cluster
 * @param about what it was to be judged of
 * @param why which fact was missing, and why
 */
public record NotJudged(FindingKind code, String cluster, Finding.About about, String why) {
  static NotJudged of(FindingKind code, Subject subject, String why) {
    return new NotJudged(code, subject.cluster().name(), Finding.About.of(subject), why);
  }
}
