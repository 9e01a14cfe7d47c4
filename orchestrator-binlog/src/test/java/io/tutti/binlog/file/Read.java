package io.tutti.binlog.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What was read of a file.
 *
 * @param transactions as texts
 * @param ends where each of them ends
 */
record Read(List<String> transactions, List<Long> ends, Optional<BinlogTrouble> trouble) {

  static Read of(Path file, boolean isVerified) {
    List<String> texts = new ArrayList<>();
    List<Long> ends = new ArrayList<>();
    try (BinlogFile log = BinlogFile.open(file, isVerified)) {
      TransactionReader reader = new TransactionReader(log);
      while (reader.next()) {
        texts.add(text(reader));
        ends.add(reader.transaction().offset() + reader.transaction().bytes());
      }
      return new Read(texts, ends, Optional.empty());
    } catch (BinlogException e) {
      return new Read(texts, ends, Optional.of(e.trouble()));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static String text(TransactionReader reader) {
    Transaction read = reader.transaction();
    return "%s %s%s [%s]%s"
        .formatted(
            read.head().gtid().isEmpty() ? read.head().naming() : read.head().gtid(),
            read.head().lastCommitted() + "/" + read.head().sequenceNumber(),
            read.isDdl() ? " DDL " + read.verb() : "",
            IntStream.range(0, read.tableCount())
                .mapToObj(index -> name(reader.names().name(read.table(index))))
                .collect(Collectors.joining(" ")),
            read.isFirstOfLog() ? " first" : "");
  }

  private static String name(TableNames.Name name) {
    return name.table().isEmpty() ? name.schema() + "." : name.schema() + "." + name.table();
  }
}
