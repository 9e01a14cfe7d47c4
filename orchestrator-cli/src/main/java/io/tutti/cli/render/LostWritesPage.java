package io.tutti.cli.render;

import io.tutti.cli.view.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The transactions that an instance lost, for people and as SQL. */
public final class LostWritesPage {
  /** More are counted: who needs all takes SQL or JSON. */
  private static final int SHOWN_MAX = 20;

  private static final int ROWS_MAX = 10;

  private LostWritesPage() {}

  /**
   * @param answer of {@code GET /instances/{i}/crash/report}
   */
  public static List<Line> of(Json answer) {
    List<Line> lines = new ArrayList<>();
    String instance = answer.textOr("address", "");
    List<Json> replicas = answer.at("replicas").items();
    if (replicas.isEmpty()) {
      lines.add(Line.of("No replica of " + instance + " is known: what it lost nobody tells."));
    }
    for (Json replica : replicas) {
      List<Json> transactions = replica.at("transactions").items();
      long count = transactions.size() + replica.at("more").number().orElse(0L);
      lines.add(
          Line.of(name(replica), Tone.STRONG)
              .plus(
                  count == 0 ? told(replica) : " has %d that %s lost".formatted(count, instance),
                  count == 0 ? Tone.PLAIN : Tone.BAD));
      transactions.stream().limit(SHOWN_MAX).forEach(each -> add(lines, "  ", each));
      if (count > SHOWN_MAX) {
        lines.add(
            Line.of("  and %d more: say --sql or --json".formatted(count - SHOWN_MAX), Tone.DIM));
      }
      replica.at("replaced").items().stream()
          .limit(SHOWN_MAX)
          .forEach(each -> addReplaced(lines, instance, each));
      replica.texts("notes").forEach(note -> lines.add(Line.of("  " + note, Tone.DIM)));
    }
    return lines;
  }

  private static String name(Json replica) {
    String channel = replica.textOr("channel", "");
    return replica.textOr("address", "") + (channel.isEmpty() ? "" : " channel " + channel);
  }

  private static String told(Json replica) {
    return switch (replica.textOr("ghosts", "")) {
      case "none" ->
          " has no transaction that this server lacks, by name or place; rows are not compared";
      case "unknown" -> ": whether it has what this server lost is not known";
      default -> " has received what this server lost, and its binlog does not hold it";
    };
  }

  private static void add(List<Line> lines, String indent, Json transaction) {
    lines.add(Line.of(indent + head(transaction), Tone.STRONG));
    what(transaction)
        .limit(ROWS_MAX)
        .forEach(text -> lines.add(Line.of(indent + "  " + oneLine(text))));
    long more = Math.max(0, what(transaction).count() - ROWS_MAX);
    if (more > 0) {
      lines.add(Line.of(indent + "  and %d more".formatted(more), Tone.DIM));
    }
  }

  private static void addReplaced(List<Line> lines, String instance, Json replaced) {
    Json there = replaced.at("onReplica");
    lines.add(
        Line.of(
            "  %s is another transaction on %s since".formatted(head(there), instance), Tone.BAD));
    what(there).limit(ROWS_MAX).forEach(text -> lines.add(Line.of("    - " + oneLine(text))));
    what(replaced.at("onInstance"))
        .limit(ROWS_MAX)
        .forEach(text -> lines.add(Line.of("    + " + oneLine(text))));
  }

  private static String head(Json transaction) {
    return "%s at %s, written by server %s at %s"
        .formatted(
            transaction.text("gtid").orElse("A transaction"),
            transaction.textOr("at", ""),
            transaction.textOr("serverId", ""),
            transaction.textOr("writtenAt", ""));
  }

  private static Stream<String> what(Json transaction) {
    long more = transaction.at("changesMore").number().orElse(0L);
    return Stream.of(
            transaction.texts("statements").stream(),
            transaction.at("changes").items().stream().map(change -> change.textOr("text", "")),
            Stream.of("and %d rows more".formatted(more)).filter(text -> more > 0),
            transaction.text("trouble").stream().map(why -> "It is not told whole: " + why))
        .flatMap(each -> each);
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\R", "\\\\n");
  }

  /**
   * The same as SQL, one replica after the other: a person chooses whose it is that counts.
   *
   * @param answer of {@code GET /instances/{i}/crash/report}
   */
  public static List<Line> sql(Json answer) {
    List<String> lines = new ArrayList<>();
    lines.add("-- What " + answer.textOr("address", "") + " lost and its replicas have.");
    lines.add("-- Replay the transactions of one replica, on a server of the same release.");
    for (Json replica : answer.at("replicas").items()) {
      lines.add("");
      lines.add("-- From " + name(replica) + ":");
      replica.texts("notes").forEach(note -> lines.add("-- " + oneLine(note)));
      replica.at("transactions").items().forEach(each -> addSql(lines, each));
    }
    return lines.stream().map(Line::of).toList();
  }

  private static void addSql(List<String> lines, Json transaction) {
    lines.add("");
    lines.add("-- " + head(transaction));
    what(transaction).forEach(text -> lines.add("--   " + oneLine(text)));
    List<String> replay = transaction.texts("replay");
    if (replay.isEmpty()) {
      lines.add("-- There is no SQL of it.");
      return;
    }
    replay.forEach(statement -> (statement + ";").lines().forEach(lines::add));
  }
}
