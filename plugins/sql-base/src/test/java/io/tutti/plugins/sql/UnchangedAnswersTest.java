package io.tutti.plugins.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.model.Settings;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is made of answers is made again as soon as one of them changes, and not before. */
class UnchangedAnswersTest {
  private static final Rows.Columns COLUMNS = Rows.Columns.of(List.of("Host", "Port"));
  private static final Settings SETTINGS = Settings.of(Map.of("port", "3306"));

  private final Memory memory = new Memory();
  private final AtomicInteger made = new AtomicInteger();

  @Test
  void anAnswerThatHoldsTheSameIsTheSameObject() throws SQLException {
    Rows first = Rows.read(results(List.of("db1", "1"), List.of("db2", "2")), COLUMNS);

    assertThat(Rows.read(results(List.of("db1", "1"), List.of("db2", "2")), COLUMNS, first))
        .isSameAs(first);
  }

  @Test
  void anotherValueOrAnotherNumberOfRowsIsAnotherAnswer() throws SQLException {
    Rows first = Rows.read(results(List.of("db1", "1"), List.of("db2", "2")), COLUMNS);

    Rows changed = Rows.read(results(List.of("db1", "1"), List.of("db2", "3")), COLUMNS, first);
    Rows shorter = Rows.read(results(List.of("db1", "1")), COLUMNS, first);
    Rows longer =
        Rows.read(
            results(List.of("db1", "1"), List.of("db2", "2"), List.of("db2", "2")), COLUMNS, first);

    assertThat(changed.all().getLast().textOrEmpty("Port")).isEqualTo("3");
    assertThat(shorter.all()).hasSize(1);
    assertThat(longer.all()).hasSize(3);
  }

  @Test
  void theSameValuesInOtherColumnsAreAnotherAnswer() throws SQLException {
    Rows first = Rows.read(results(List.of("db1", "1")), COLUMNS);
    Rows.Columns renamed = Rows.Columns.of(List.of("Host", "Server_id"));

    assertThat(Rows.read(results(List.of("db1", "1")), renamed, first)).isNotSameAs(first);
  }

  @Test
  void whatIsMadeOfTheSameAnswersAndSettingsIsNotMadeAgain() {
    Rows rows = rows("db1");

    assertThat(make(SETTINGS, Observed.known(rows))).isEqualTo(1);
    assertThat(make(SETTINGS, Observed.known(rows))).isEqualTo(1);
  }

  @Test
  void itIsMadeAgainWhereAnAnswerOrASettingChanged() {
    Rows rows = rows("db1");
    make(SETTINGS, Observed.known(rows));

    assertThat(make(SETTINGS, Observed.known(rows("db2")))).isEqualTo(2);
    assertThat(make(Settings.of(Map.of("port", "3307")), Observed.known(rows))).isEqualTo(3);
  }

  @Test
  void itIsMadeEachTimeWhereAnAnswerIsNotKnown() {
    make(SETTINGS, Observed.known(rows("db1")));

    assertThat(make(SETTINGS, Observed.unknown("it timed out"))).isEqualTo(2);
    assertThat(make(SETTINGS, Observed.unknown("it timed out"))).isEqualTo(3);
  }

  private int make(Settings settings, Observed<Rows> answer) {
    Reading reading =
        new Reading(
            ServerVersion.parse("10.11.5-MariaDB"),
            settings,
            new Answers(Map.of("hosts", answer), List.of()),
            ZoneOffset.UTC,
            Instant.EPOCH,
            Instant.EPOCH,
            List.of(),
            memory);
    return reading.madeOf(List.of("hosts"), "count", made::incrementAndGet);
  }

  private static Rows rows(String host) {
    return Rows.of(List.of(Map.of("Host", host)));
  }

  @SafeVarargs
  private static ResultSet results(List<String>... rows) {
    Iterator<List<String>> left = List.of(rows).iterator();
    var row =
        new Object() {
          List<String> values = List.of();
        };
    return (ResultSet)
        Proxy.newProxyInstance(
            ResultSet.class.getClassLoader(),
            new Class<?>[] {ResultSet.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "next" -> {
                    boolean hasNext = left.hasNext();
                    row.values = hasNext ? left.next() : List.of();
                    yield hasNext;
                  }
                  case "getString" -> row.values.get((int) arguments[0] - 1);
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
