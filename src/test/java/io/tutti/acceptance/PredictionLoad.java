package io.tutti.acceptance;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Workloads of which catch-ups are predicted: each written by {@link #WRITERS} clients at once. */
enum PredictionLoad {
  /** Many small, independent transactions. */
  INSERTS {
    @Override
    List<String> statements(int writer, int number) {
      return List.of(
          "INSERT INTO s0.t VALUES (%d, 0, REPEAT('x', 60))"
              .formatted(1_000_000 + writer * 10_000 + number));
    }
  },
  /** A third of all transactions changes the same two rows. */
  HOT_ROWS {
    @Override
    List<String> statements(int writer, int number) {
      int row = number % 3 == 0 ? number / 3 % 2 : 10 + writer * 100 + number;
      return List.of("UPDATE s0.t SET n = n + 1 WHERE id = " + row);
    }
  },
  /** Every tenth transaction changes 400 rows, the others one. */
  BULKS {
    @Override
    List<String> statements(int writer, int number) {
      int from = 1_000 + writer * 400;
      return List.of(
          number % 10 == 5
              ? "UPDATE s0.t SET n = n + 1 WHERE id BETWEEN %d AND %d".formatted(from, from + 399)
              : "UPDATE s0.t SET n = n + 1 WHERE id = %d".formatted(10 + writer * 100 + number));
    }
  },
  /** Six schemas, of which the first has half of the transactions. */
  SCHEMAS {
    @Override
    List<String> statements(int writer, int number) {
      int schema = number % 2 == 0 ? 0 : 1 + (writer * 7 + number) % 5;
      return List.of(
          "UPDATE s%d.t SET n = n + 1 WHERE id = %d".formatted(schema, 10 + writer * 100 + number));
    }

    @Override
    int schemas() {
      return 6;
    }
  },
  /** The same as statements, each of which takes 20 ms: MySQL 5.6 cannot delay commits. */
  STATEMENTS {
    @Override
    List<String> statements(int writer, int number) {
      int schema = number % 2 == 0 ? 0 : 1 + (writer * 7 + number) % 5;
      return List.of(
          "USE s" + schema,
          "UPDATE t SET n = n + 1 WHERE id = %d AND SLEEP(0.02) = 0"
              .formatted(10 + writer * 100 + number));
    }

    @Override
    int schemas() {
      return 6;
    }
  },
  /** Rows with foreign keys, rows without any key, and rows that are named by foreign keys. */
  KEYS {
    @Override
    List<String> statements(int writer, int number) {
      return List.of(
          switch (number % 6) {
            case 0 -> "INSERT INTO s0.keyless VALUES (%d)".formatted(number);
            case 1 -> "UPDATE s0.parent SET n = n + 1 WHERE id = %d".formatted(writer);
            default ->
                "INSERT INTO s0.child VALUES (%d, %d)"
                    .formatted(writer * 10_000 + number, 100 + writer);
          });
    }
  };

  static final int WRITERS = 8;
  private static final int ROWS = 4_200;

  /** What a client sends for one transaction. */
  abstract List<String> statements(int writer, int number);

  /** How many schemas it has: s0 and so on. */
  int schemas() {
    return 1;
  }

  /** The tables, and the rows that are there before. */
  List<String> preparation() {
    List<String> all = new ArrayList<>();
    for (int schema = 0; schema < schemas(); schema++) {
      all.add("DROP DATABASE IF EXISTS s" + schema);
      all.add("CREATE DATABASE s" + schema);
      String engine = " ENGINE=InnoDB";
      all.add(
          "CREATE TABLE s%d.t (id INT PRIMARY KEY, n INT, filler VARCHAR(60))".formatted(schema)
              + engine);
      all.add("CREATE TABLE s%d.done (id INT PRIMARY KEY)".formatted(schema) + engine);
      all.add("CREATE TABLE s%d.keyless (n INT)".formatted(schema) + engine);
      all.add("CREATE TABLE s%d.parent (id INT PRIMARY KEY, n INT)".formatted(schema) + engine);
      all.add(
          "CREATE TABLE s%1$d.child (id INT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES s%1$d.parent (id))"
                  .formatted(schema)
              + engine);
      all.add(
          "INSERT INTO s%d.t VALUES ".formatted(schema)
              + String.join(
                  ",", IntStream.range(0, ROWS).mapToObj("(%d,0,'')"::formatted).toList()));
      all.add(
          "INSERT INTO s%d.parent VALUES ".formatted(schema)
              + String.join(",", IntStream.range(0, 200).mapToObj("(%d,0)"::formatted).toList()));
    }
    return all;
  }

  /** Keeps transactions from all that they change. */
  String lock() {
    return "LOCK TABLES "
        + String.join(
            ", ",
            IntStream.range(0, schemas())
                .boxed()
                .flatMap(schema ->
                    Stream.of("t", "keyless", "parent", "child")
                        .map(table -> "s%d.%s WRITE".formatted(schema, table)))
                .toList());
  }

  /** Written when all else is: a row in each schema. */
  List<String> ends() {
    return IntStream.range(0, schemas())
        .boxed()
        .flatMap(schema -> Stream.of("USE s" + schema, "INSERT INTO done VALUES (1)"))
        .toList();
  }

  /** How many of these rows there are. */
  String countOfEnds() {
    return "SELECT "
        + String.join(
            " + ",
            IntStream.range(0, schemas())
                .mapToObj("(SELECT COUNT(*) FROM s%d.done)"::formatted)
                .toList());
  }

  String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
