package io.tutti.plugins.sql;

import io.tutti.error.ShownText;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An answer of a server: rows of texts, read to the end. Signs that a terminal would obey are taken
 * out here, where they come in, so that no list, log, event or client of REST ever has one.
 */
public record Rows(List<Row> all) {
  public static final Rows NONE = new Rows(List.of());

  public Rows {
    all = List.copyOf(all);
  }

  /** Rows made by hand, for tests and for answers that are put together. */
  public static Rows of(List<Map<String, String>> rows) {
    return new Rows(rows.stream().map(Row::of).toList());
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  public Optional<Row> first() {
    return all.isEmpty() ? Optional.empty() : Optional.of(all.getFirst());
  }

  /**
   * @param last what the same statement was answered the last time; given back where nothing
   *     changed
   */
  static Rows read(ResultSet results, Columns columns, Rows last) throws SQLException {
    Rows rows = read(results, columns);
    return rows.holdsTheSame(last) ? last : rows;
  }

  private boolean holdsTheSame(Rows other) {
    if (all.size() != other.all.size()) {
      return false;
    }
    for (int i = 0; i < all.size(); i++) {
      if (!all.get(i).holdsTheSame(other.all.get(i))) {
        return false;
      }
    }
    return true;
  }

  static Rows read(ResultSet results, Columns columns) throws SQLException {
    List<Row> rows = new ArrayList<>();
    int width = columns.labels().size();
    while (results.next()) {
      @Nullable String[] values = new String[width];
      for (int i = 0; i < width; i++) {
        values[i] = columns.isRead(i) ? text(results, i, width) : null;
      }
      rows.add(new Row(columns, values));
    }
    return new Rows(rows);
  }

  /**
   * A row may end before its last column: MySQL 5.6 to 8.0 send no UUID of a replica that
   * registered without one, in SHOW SLAVE HOSTS.
   */
  private static @Nullable String text(ResultSet results, int place, int width)
      throws SQLException {
    try {
      String text = results.getString(place + 1);
      return text == null ? null : ShownText.of(text);
    } catch (IndexOutOfBoundsException e) {
      if (place == width - 1) {
        return null;
      }
      throw e;
    }
  }

  /** Column labels and their places; the same object for all answers to one statement. */
  record Columns(List<String> labels, Map<String, Integer> places, BitSet unread) {
    /** A third of SHOW SLAVE STATUS: certificates and the end of START SLAVE UNTIL. */
    private static final Pattern UNREAD =
        Pattern.compile("(Master|Source)_SSL_(?!Allowed).*|Until_.*");

    boolean isRead(int place) {
      return !unread.get(place);
    }

    static Columns of(List<String> labels) {
      Map<String, Integer> places = new HashMap<>();
      BitSet unread = new BitSet();
      for (int i = 0; i < labels.size(); i++) {
        places.putIfAbsent(labels.get(i), i);
        unread.set(i, UNREAD.matcher(labels.get(i)).matches());
      }
      return new Columns(labels, places, unread);
    }

    /** None is left out. */
    static Columns all(ResultSetMetaData metaData) throws SQLException {
      Columns some = of(metaData);
      return new Columns(some.labels(), some.places(), new BitSet());
    }

    static Columns of(ResultSetMetaData metaData) throws SQLException {
      List<String> labels = new ArrayList<>();
      for (int i = 1; i <= metaData.getColumnCount(); i++) {
        labels.add(metaData.getColumnLabel(i));
      }
      return of(labels);
    }
  }
}
