package io.tutti.binlog.analysis;

import io.tutti.binlog.analysis.BinlogReport.Share;
import io.tutti.binlog.file.TableNames;
import io.tutti.binlog.file.TableNames.Name;
import io.tutti.binlog.file.Transaction;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** How much of what was written is of each table and schema. */
final class Shares {
  /** As many are shown; what is beyond is one line of its own. */
  static final int SHOWN_MAX = 100;

  private static final int FIRST = 64;
  static final String OTHERS = "(others)";
  private static final String NO_SCHEMA = "(no default schema)";

  private final TableNames names;
  private long[] tableTransactions = new long[FIRST];
  private long[] tableBytes = new long[FIRST];
  private int[] schemas = new int[FIRST];
  private final Map<String, Integer> schemaNumbers = new HashMap<>();
  private long[] schemaTransactions = new long[FIRST];
  private long[] schemaNewest = new long[FIRST];
  private int known;
  private long transactions;
  private long acrossSchemas;

  Shares(TableNames names) {
    this.names = names;
  }

  void add(Transaction transaction) {
    transactions++;
    int inSchemas = 0;
    for (int i = 0; i < transaction.tableCount(); i++) {
      int table = transaction.table(i);
      meet(table);
      tableTransactions[table]++;
      tableBytes[table] += transaction.tableBytes(i);
      int schema = schemas[table];
      if (schemaNewest[schema] != transactions) {
        schemaNewest[schema] = transactions;
        schemaTransactions[schema]++;
        inSchemas++;
      }
    }
    acrossSchemas += inSchemas > 1 ? 1 : 0;
  }

  private void meet(int table) {
    while (known <= table) {
      if (known == tableBytes.length) {
        tableTransactions = Arrays.copyOf(tableTransactions, 2 * known);
        tableBytes = Arrays.copyOf(tableBytes, 2 * known);
        schemas = Arrays.copyOf(schemas, 2 * known);
      }
      int next = schemaNumbers.size();
      schemas[known] = schemaNumbers.computeIfAbsent(names.name(known).schema(), schema -> next);
      if (schemaNumbers.size() > schemaNewest.length) {
        schemaNewest = Arrays.copyOf(schemaNewest, 2 * next);
        schemaTransactions = Arrays.copyOf(schemaTransactions, 2 * next);
      }
      known++;
    }
  }

  long acrossSchemas() {
    return acrossSchemas;
  }

  List<Share> tables() {
    return largest(
        IntStream.range(0, known)
            .filter(table -> tableTransactions[table] > 0)
            .mapToObj(table ->
                new Share(text(names.name(table)), tableTransactions[table], tableBytes[table])));
  }

  List<Share> schemas() {
    long[] bytes = new long[schemaNumbers.size()];
    for (int table = 0; table < known; table++) {
      bytes[schemas[table]] += tableBytes[table];
    }
    return largest(
        new LinkedHashMap<>(schemaNumbers)
            .entrySet().stream()
                .filter(each -> schemaTransactions[each.getValue()] > 0)
                .map(each ->
                    new Share(
                        each.getKey().isEmpty() ? NO_SCHEMA : each.getKey(),
                        schemaTransactions[each.getValue()],
                        bytes[each.getValue()])));
  }

  /** The largest first; those beyond the bound are one, which some transactions are in twice. */
  static List<Share> largest(Stream<Share> all) {
    List<Share> sorted =
        all.sorted(
                Comparator.comparingLong(Share::bytes)
                    .thenComparingLong(Share::transactions)
                    .reversed()
                    .thenComparing(Share::name))
            .toList();
    if (sorted.size() <= SHOWN_MAX) {
      return sorted;
    }
    Share rest =
        sorted.stream()
            .skip(SHOWN_MAX - 1)
            .reduce(
                new Share(OTHERS, 0, 0),
                (sum, each) ->
                    new Share(
                        OTHERS,
                        sum.transactions() + each.transactions(),
                        sum.bytes() + each.bytes()));
    return Stream.concat(sorted.stream().limit(SHOWN_MAX - 1), Stream.of(rest)).toList();
  }

  /** As people write it. */
  static String text(Name name) {
    if (name.table().isEmpty()) {
      return name.schema().isEmpty() ? NO_SCHEMA : name.schema() + " (statements)";
    }
    return name.schema().equals(name.table()) && name.table().equals(OTHERS)
        ? OTHERS
        : name.schema() + "." + name.table();
  }
}
