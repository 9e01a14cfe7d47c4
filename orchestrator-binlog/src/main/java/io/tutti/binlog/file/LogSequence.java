package io.tutti.binlog.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Logs that follow each other. For one thread. */
public interface LogSequence {

  /**
   * Opens the next one, once the one before it was read; empty behind the last one.
   *
   * @throws BinlogException when it cannot be opened; another one may follow
   */
  Optional<BinlogFile> next() throws IOException;

  /** Whether a transaction is one of those that are asked for. */
  default boolean takes(Transaction transaction) {
    return true;
  }

  /** Whether what was read is all that is asked for. */
  default boolean isEnough() {
    return false;
  }

  /**
   * Files, in the order in which they were written.
   *
   * @param isVerified whether the checksum of each event is compared
   */
  static LogSequence ofFiles(List<Path> files, boolean isVerified) {
    Iterator<Path> left = files.iterator();
    return () ->
        left.hasNext() ? Optional.of(BinlogFile.open(left.next(), isVerified)) : Optional.empty();
  }
}
