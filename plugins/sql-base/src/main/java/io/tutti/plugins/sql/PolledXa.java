package io.tutti.plugins.sql;

import io.tutti.model.Observed;
import io.tutti.model.PreparedTransaction;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Transactions that were prepared by XA, as polls see them. No release says since when one is
 * prepared, so it is kept when each was seen first.
 */
final class PolledXa {
  private static final Duration ASK_AFTER = Duration.ofSeconds(10);
  private static final String HEX = "0x";
  private static final int USUAL_FORMAT = 1;

  private Instant due = Instant.MIN;
  private Map<String, Instant> since = Map.of();
  private Observed<List<PreparedTransaction>> read = Observed.unknown("it was not read yet");

  /** What is due. */
  List<Question> questions(Question recover, Instant now) {
    return now.isBefore(due) ? List.of() : List.of(recover);
  }

  /**
   * @param answers to the questions of that moment
   */
  Observed<List<PreparedTransaction>> read(Answers answers, Question recover, Instant now) {
    if (now.isBefore(due)) {
      return read;
    }
    due = now.plus(ASK_AFTER);
    read =
        switch (answers.rows(SharedQuestions.XA_RECOVER)) {
          case Observed.Known<Rows>(Rows rows) -> Observed.known(seen(rows, now));
          case Observed.Absent<Rows>(String why) -> Observed.unknown(why);
          case Observed.Unknown<Rows>(String why) ->
              Observed.unknown(
                  recover.grant().isEmpty()
                      ? why
                      : "%s (it takes %s)".formatted(why, recover.grant()));
        };
    return read;
  }

  private List<PreparedTransaction> seen(Rows rows, Instant now) {
    Map<String, Instant> seen = new TreeMap<>();
    for (Row row : rows.all()) {
      String xid = xid(row);
      seen.put(xid, since.getOrDefault(xid, now));
    }
    since = seen;
    return seen.entrySet().stream()
        .map(each -> new PreparedTransaction(each.getKey(), each.getValue()))
        .toList();
  }

  /** As XA COMMIT takes it. */
  static String xid(Row row) {
    String data = row.textOrEmpty("data");
    int global = (int) row.number("gtrid_length").orElse(0);
    int branch = (int) row.number("bqual_length").orElse(0);
    long format = row.number("formatID").orElse(USUAL_FORMAT);
    Optional<byte[]> bytes = bytes(data, global + branch);
    if (bytes.isEmpty()) {
      // It says it as a statement takes it.
      return data;
    }
    return named(
        quoted(bytes.get(), 0, global),
        quoted(bytes.get(), global, global + branch),
        branch,
        format);
  }

  /** In hexadecimal digits, or as they are. */
  private static Optional<byte[]> bytes(String data, int length) {
    if (data.startsWith(HEX) && data.length() == HEX.length() + 2 * length) {
      return Optional.of(HexFormat.of().parseHex(data.substring(HEX.length())));
    }
    return data.length() == length
        ? Optional.of(data.getBytes(StandardCharsets.ISO_8859_1))
        : Optional.empty();
  }

  private static String named(String global, String branch, int branchLength, long format) {
    if (format != USUAL_FORMAT) {
      return "%s,%s,%d".formatted(global, branch, format);
    }
    return branchLength == 0 ? global : global + "," + branch;
  }

  private static String quoted(byte[] bytes, int from, int to) {
    String text = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    boolean isPlain = text.chars().allMatch(each -> each >= ' ' && each < 0x7f && each != '\\');
    return isPlain
        ? "'" + text.replace("'", "''") + "'"
        : "X'" + HexFormat.of().withUpperCase().formatHex(bytes, from, to) + "'";
  }
}
