package io.tutti.reading;

import io.tutti.binlog.live.Wanted;
import io.tutti.model.InstanceAddress;

/**
 * What is to be read, and for what.
 *
 * @param instance as it is known
 */
public record ReadingOrder(InstanceAddress instance, Wanted wanted, ReadingWork work) {

  /** For the audit. */
  @Override
  public String toString() {
    String from =
        wanted.from().map(place -> "from " + place).orElse("of the last " + wanted.last());
    return "the binlogs of %s %s%s, at most %d bytes"
        .formatted(
            instance, from, wanted.to().map(place -> " to " + place).orElse(""), wanted.bytesMax());
  }

  boolean isVerified() {
    return work instanceof ReadingWork.Analysis analysis && analysis.isVerified();
  }
}
