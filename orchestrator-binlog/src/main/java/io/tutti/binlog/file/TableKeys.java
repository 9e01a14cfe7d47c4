package io.tutti.binlog.file;

import io.tutti.binlog.file.TableNames.Name;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which columns identify the rows of tables, as a server was asked for it. Tables that are not in
 * it have no key, where it knows any table at all.
 */
public final class TableKeys {
  /** What a server is asked for it; each row of the answer is a line, with tabs. */
  public static final String QUERY =
      """
      SELECT s.TABLE_SCHEMA, s.TABLE_NAME, s.INDEX_NAME, s.SEQ_IN_INDEX, c.ORDINAL_POSITION
        FROM information_schema.STATISTICS s
        JOIN information_schema.COLUMNS c USING (TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME)
        WHERE s.NON_UNIQUE = 0
      UNION ALL
      SELECT k.TABLE_SCHEMA, k.TABLE_NAME,
          CONCAT('->', k.REFERENCED_TABLE_SCHEMA, '.', k.REFERENCED_TABLE_NAME),
          k.ORDINAL_POSITION, c.ORDINAL_POSITION
        FROM information_schema.KEY_COLUMN_USAGE k
        JOIN information_schema.COLUMNS c USING (TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME)
        WHERE k.REFERENCED_TABLE_NAME IS NOT NULL
      """;

  private static final int FIELDS = 5;
  private static final String REFERENCE = "->";
  private static final String PRIMARY = "PRIMARY";

  private final Map<Name, Keys> tables;

  /**
   * The keys of a table.
   *
   * @param unique the columns of each unique key, counted from 0; the primary one first
   * @param references the columns that name a row of another table
   * @param isReferenced whether another table names its rows
   */
  record Keys(List<int[]> unique, List<Reference> references, boolean isReferenced) {
    Keys {
      unique = List.copyOf(unique);
      references = List.copyOf(references);
    }

    static final Keys NONE = new Keys(List.of(), List.of(), false);
  }

  /** Columns that name a row of that table. */
  record Reference(String table, int[] columns) {}

  private TableKeys(Map<Name, Keys> tables) {
    this.tables = tables;
  }

  /** No server was asked: what the log says of itself counts. */
  public static TableKeys unknown() {
    return new TableKeys(Map.of());
  }

  /**
   * Reads the answer of a server.
   *
   * @throws IllegalArgumentException with the number of a line that is not as {@link #QUERY} gives
   *     it
   */
  public static TableKeys parse(List<String> lines) {
    Map<Name, TreeMap<String, TreeMap<Integer, Integer>>> columns = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        read(lines.get(i), i + 1, columns);
      }
    }
    Map<Name, Keys> tables = new HashMap<>();
    columns.forEach((table, keys) -> tables.put(table, keys(keys)));
    for (TreeMap<String, TreeMap<Integer, Integer>> keys : columns.values()) {
      keys.keySet().stream()
          .filter(each -> each.startsWith(REFERENCE))
          .map(TableKeys::referenced)
          .forEach(parent ->
              tables.compute(
                  parent,
                  (name, known) -> {
                    Keys before = known == null ? Keys.NONE : known;
                    return new Keys(before.unique(), before.references(), true);
                  }));
    }
    return new TableKeys(tables);
  }

  /**
   * The same without foreign keys: whoever names a row by one shares it with others that do, and
   * only the history of WRITESET takes that for a change of the row.
   */
  public TableKeys withoutReferences() {
    Map<Name, Keys> others = new HashMap<>();
    tables.forEach(
        (name, keys) -> others.put(name, new Keys(keys.unique(), List.of(), keys.isReferenced())));
    return new TableKeys(others);
  }

  private static void read(
      String line, int number, Map<Name, TreeMap<String, TreeMap<Integer, Integer>>> columns) {
    String[] fields = line.strip().split("\t");
    try {
      if (fields.length != FIELDS) {
        throw new NumberFormatException();
      }
      columns
          .computeIfAbsent(new Name(fields[0], fields[1]), name -> new TreeMap<>())
          .computeIfAbsent(fields[2], name -> new TreeMap<>())
          .put(Integer.parseInt(fields[3]), Integer.parseInt(fields[4]) - 1);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "line %d is not schema, table, key, place in the key and place in the table, with tabs"
              .formatted(number),
          e);
    }
  }

  private static Keys keys(TreeMap<String, TreeMap<Integer, Integer>> named) {
    List<int[]> unique = new ArrayList<>();
    List<Reference> references = new ArrayList<>();
    named.forEach((name, places) -> {
      int[] columns = places.values().stream().mapToInt(Integer::intValue).toArray();
      if (name.startsWith(REFERENCE)) {
        references.add(new Reference(name, columns));
      } else if (name.equals(PRIMARY)) {
        unique.addFirst(columns);
      } else {
        unique.add(columns);
      }
    });
    return new Keys(unique, references, false);
  }

  private static Name referenced(String reference) {
    String[] parts = reference.substring(REFERENCE.length()).split("\\.", 2);
    return new Name(parts[0], parts.length > 1 ? parts[1] : "");
  }

  /** How many tables it knows. */
  public int count() {
    return tables.size();
  }

  /** Empty where no server was asked. */
  Optional<Keys> of(Name table) {
    return tables.isEmpty() ? Optional.empty() : Optional.of(tables.getOrDefault(table, Keys.NONE));
  }
}
