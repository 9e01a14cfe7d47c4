package io.tutti.analysis;

import io.tutti.model.Applier;
import io.tutti.model.LastError;
import io.tutti.model.Receiver;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether a thread of replication has no room on its disk: 8.0 says so as the state of a thread
 * that runs (measured on 8.0.15), others end with an error.
 */
final class DiskSpace {
  private static final String WAITS = "disk space";

  /** What the server and the operating system say, in the message of whatever error. */
  private static final List<String> NO_SPACE = List.of("Disk full", "No space left on device");

  private DiskSpace() {}

  static Optional<Evidence> missing(Subject.OfChannel subject) {
    Receiver receiver = subject.link().channel().receiver();
    Applier applier = subject.link().channel().applier();
    Stream<String> states =
        Stream.of(Optional.of(receiver.stateText()), applier.stateText().asOptional())
            .flatMap(Optional::stream)
            .filter(text -> text.contains(WAITS));
    Stream<String> errors =
        Stream.of(receiver.lastError(), applier.lastError())
            .flatMap(Optional::stream)
            .filter(DiskSpace::isOfDisk)
            .map(LastError::toString);
    return Stream.concat(states, errors)
        .findFirst()
        .map(said ->
            Evidence.of(
                "%s has no disk space for what it replicates: \"%s\"."
                    .formatted(subject.name(), said),
                "make room on the disk of its relay logs and data (\"df\" on the server); a thread that waits continues by itself, one that ended must be started"));
  }

  private static boolean isOfDisk(LastError error) {
    return NO_SPACE.stream().anyMatch(error.message()::contains);
  }
}
