package io.tutti.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** What clients write while a replica is tuned. */
enum TunedLoad {
  /** Single rows, independent of each other, by many clients. */
  MANY_SMALL(16, 3_000) {
    @Override
    String statement(int writer, int number) {
      return insert(0, writer, number);
    }
  },
  /** The same by three clients, so that at most three commits are in a group. */
  FEW_WRITERS(3, 2_000) {
    @Override
    String statement(int writer, int number) {
      return insert(0, writer, number);
    }
  },
  /** Each transaction changes the same row: workers that do not know that hinder each other. */
  HOT_ROW(8, 1_200) {
    @Override
    String statement(int writer, int number) {
      return "UPDATE w0.t SET n = n + 1 WHERE id = 1";
    }

    /** They wait for each other's lock, so that no group ever has a second one. */
    @Override
    int groupMicros() {
      return 0;
    }
  },
  /** Each transaction changes 200 rows, those of its client. */
  BIG(8, 400) {
    @Override
    String statement(int writer, int number) {
      return updateRows(0, writer);
    }
  },
  /** Six schemas: inserts, updates of a row that all use, and some big transactions. */
  SCHEMAS(8, 2_000) {
    @Override
    String statement(int writer, int number) {
      int schema = (writer + number) % schemas();
      return switch (number % 20) {
        case 0 -> updateRows(schema, writer);
        case 5, 10, 15 -> "UPDATE w%d.t SET n = n + 1 WHERE id = 1".formatted(schema);
        default -> insert(schema, writer, number);
      };
    }

    @Override
    int schemas() {
      return 6;
    }
  };

  private static final int ROWS_OF_A_WRITER = 200;
  private static final int NUMBERS_OF_A_WRITER = 10_000_000;

  private final int writers;
  private final int amount;

  TunedLoad(int writers, int amount) {
    this.writers = writers;
    this.amount = amount;
  }

  int writers() {
    return writers;
  }

  /** How many transactions each try applies. */
  int amount() {
    return amount;
  }

  /** How long a commit of the source waits for others, in microseconds. */
  int groupMicros() {
    return 2_000;
  }

  int schemas() {
    return 1;
  }

  /** One transaction of a client. */
  abstract String statement(int writer, int number);

  private static String insert(int schema, int writer, int number) {
    return "INSERT INTO w%d.t VALUES (%d, 0, REPEAT('x', 60))"
        .formatted(schema, (writer + 1) * NUMBERS_OF_A_WRITER + number);
  }

  private static String updateRows(int schema, int writer) {
    int first = 1 + writer * ROWS_OF_A_WRITER;
    return "UPDATE w%d.t SET n = n + 1 WHERE id BETWEEN %d AND %d"
        .formatted(schema, first, first + ROWS_OF_A_WRITER - 1);
  }

  /** The tables, and the rows that are there before. */
  List<String> preparation() {
    List<String> all = new ArrayList<>();
    String rows =
        String.join(
            ",",
            IntStream.rangeClosed(1, writers * ROWS_OF_A_WRITER)
                .mapToObj("(%d,0,'')"::formatted)
                .toList());
    for (int schema = 0; schema < schemas(); schema++) {
      all.add("CREATE DATABASE w" + schema);
      all.add(
          "CREATE TABLE w%d.t (id INT PRIMARY KEY, n INT, filler VARCHAR(60)) ENGINE=InnoDB"
              .formatted(schema));
      all.add("INSERT INTO w%d.t VALUES ".formatted(schema) + rows);
    }
    return all;
  }

  String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
