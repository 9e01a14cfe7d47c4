package io.tutti.stories;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where clients write: in each schema a table {@code w} of rows with a tag that no other row has,
 * and a table {@code k} with one counter.
 */
final class Tables {
  static final int SCHEMAS = 3;

  private Tables() {}

  static String schema(int number) {
    return "st_" + (char) ('a' + number);
  }

  static List<String> schemas() {
    return IntStream.range(0, SCHEMAS).mapToObj(Tables::schema).toList();
  }

  static String[] created(String grants) {
    List<String> sql = new ArrayList<>();
    sql.add("CREATE USER 'app'@'%' IDENTIFIED BY '" + Clients.ACCOUNT.password() + "'");
    for (String schema : schemas()) {
      sql.add("CREATE DATABASE " + schema);
      sql.add(
          "CREATE TABLE %s.w (id BIGINT AUTO_INCREMENT PRIMARY KEY, tag BIGINT NOT NULL) ENGINE=InnoDB"
              .formatted(schema));
      sql.add(
          "CREATE TABLE %s.k (id INT PRIMARY KEY, v INT NOT NULL) ENGINE=InnoDB".formatted(schema));
      sql.add("INSERT INTO %s.k VALUES (1, 0)".formatted(schema));
      sql.add("GRANT SELECT, INSERT, UPDATE ON %s.* TO 'app'@'%%'".formatted(schema));
    }
    if (!grants.isEmpty()) {
      sql.add("GRANT " + grants + " ON *.* TO 'app'@'%'");
    }
    return sql.toArray(String[]::new);
  }
}
