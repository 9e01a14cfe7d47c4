package io.tutti.acceptance;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Workloads of which catch-ups are predicted: each written by {@link #WRITERS} clients at once. */
enum PredictionLoad {
  /** Many small, independent transactions. */
  INSERTS(1) {
    @Override
    List<String> statements(int writer, int number) {
      return List.of(
          "INSERT INTO s0.t VALUES (%d, 0, REPEAT('x', 60))"
              .formatted(1_000_000 + writer * 10_000 + number));
    }
  },
  /** A third of all transactions changes the same two rows. */
  HOT_ROWS(1) {
    @Override
    List<String> statements(int writer, int number) {
      int row = number % 3 == 0 ? number / 3 % 2 : 10 + writer * 100 + number;
      return List.of("UPDATE s0.t SET n = n + 1 WHERE id = " + row);
    }
  },
  /** Every tenth transaction changes 400 rows, the others one. */
  BULKS(1) {
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
  SCHEMAS(6) {
    @Override
    List<String> statements(int writer, int number) {
      return List.of(
          "UPDATE s%d.t SET n = n + 1 WHERE id = %d"
              .formatted(halfInTheFirst(writer, number), 10 + writer * 100 + number));
    }
  },
  /** The same as statements, each of which takes 20 ms: MySQL 5.6 cannot delay commits. */
  STATEMENTS(6) {
    @Override
    List<String> statements(int writer, int number) {
      return slow(halfInTheFirst(writer, number), writer, number);
    }
  },
  /** Statements of eight schemas, each of which has as many. */
  STATEMENTS_OF_EQUAL_SCHEMAS(8) {
    @Override
    List<String> statements(int writer, int number) {
      return slow((writer + number) % schemas(), writer, number);
    }
  },
  /** Statements of one schema: nothing can be applied beside anything. */
  STATEMENTS_OF_ONE_SCHEMA(1) {
    @Override
    List<String> statements(int writer, int number) {
      return slow(0, writer, number);
    }
  },
  /** Every tenth transaction changes two of six schemas. */
  STATEMENTS_ACROSS_SCHEMAS(6) {
    @Override
    List<String> statements(int writer, int number) {
      int schema = (writer + number) % schemas();
      List<String> first = slow(schema, writer, number);
      return number % 10 == 5
          ? transaction(first, slow((schema + 1) % schemas(), writer, number))
          : first;
    }
  },
  /** Every fifth transaction of four schemas has five statements, the others one. */
  STATEMENTS_IN_BULKS(4) {
    @Override
    List<String> statements(int writer, int number) {
      List<String> one = slow((writer + number) % schemas(), writer, number);
      return number % 5 == 2 ? transaction(one, one, one, one, one) : one;
    }
  },
  /** Rows with foreign keys, rows without any key, and rows that are named by foreign keys. */
  KEYS(1) {
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

  /** How long each of the slow statements takes. */
  static final int STATEMENT_MICROS = 20_000;

  private final int schemas;

  PredictionLoad(int schemas) {
    this.schemas = schemas;
  }

  private static int halfInTheFirst(int writer, int number) {
    return number % 2 == 0 ? 0 : 1 + (writer * 7 + number) % 5;
  }

  private static List<String> slow(int schema, int writer, int number) {
    return List.of(
        "USE s" + schema,
        "UPDATE t SET n = n + 1 WHERE id = %d AND SLEEP(%s) = 0"
            .formatted(10 + writer * 100 + number, STATEMENT_MICROS / 1e6));
  }

  @SafeVarargs
  private static List<String> transaction(List<String>... parts) {
    return Stream.of(List.of(List.of("BEGIN")), List.of(parts), List.of(List.of("COMMIT")))
        .flatMap(List::stream)
        .flatMap(List::stream)
        .toList();
  }

  /** Whether it is of slow statements. */
  boolean isOfStatements() {
    return name().startsWith(STATEMENTS.name());
  }

  /** What a client sends for one transaction. */
  abstract List<String> statements(int writer, int number);

  /** How many schemas it has: s0 and so on. */
  int schemas() {
    return schemas;
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
