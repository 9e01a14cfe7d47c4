package io.tutti.cli.render;

import io.tutti.api.LostWritesView;
import io.tutti.api.LostWritesView.ReplacedView;
import io.tutti.api.LostWritesView.ReplicaView;
import io.tutti.api.LostWritesView.TransactionView;
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
  public static List<Line> of(LostWritesView answer) {
    List<Line> lines = new ArrayList<>();
    String instance = answer.address();
    List<ReplicaView> replicas = answer.replicas();
    if (replicas.isEmpty()) {
      lines.add(
          Line.of("No replica of " + instance + " is known, so what it lost cannot be found out."));
    }
    for (ReplicaView replica : replicas) {
      List<TransactionView> transactions = replica.transactions();
      long count = transactions.size() + replica.more();
      lines.add(
          Line.of(name(replica), Tone.STRONG)
              .plus(
                  count == 0
                      ? reported(replica)
                      : " has %d that %s lost".formatted(count, instance),
                  count == 0 ? Tone.PLAIN : Tone.BAD));
      transactions.stream().limit(SHOWN_MAX).forEach(each -> add(lines, "  ", each));
      if (count > SHOWN_MAX) {
        lines.add(
            Line.of("  and %d more: use --sql or --json".formatted(count - SHOWN_MAX), Tone.DIM));
      }
      replica.replaced().stream()
          .limit(SHOWN_MAX)
          .forEach(each -> addReplaced(lines, instance, each));
      replica.notes().forEach(note -> lines.add(Line.of("  " + note, Tone.DIM)));
    }
    return lines;
  }

  private static String name(ReplicaView replica) {
    String channel = replica.channel();
    return replica.address() + (channel.isEmpty() ? "" : " channel " + channel);
  }

  private static String reported(ReplicaView replica) {
    return switch (replica.lostOnSource()) {
      case "none" ->
          " has no transaction that this server lacks, by GTID or position; rows are not compared";
      case "unknown" -> ": whether it has what this server lost is not known";
      default -> " has received what this server lost, and its binlog does not hold it";
    };
  }

  private static void add(List<Line> lines, String indent, TransactionView transaction) {
    lines.add(Line.of(indent + head(transaction), Tone.STRONG));
    what(transaction)
        .limit(ROWS_MAX)
        .forEach(text -> lines.add(Line.of(indent + "  " + oneLine(text))));
    long more = Math.max(0, what(transaction).count() - ROWS_MAX);
    if (more > 0) {
      lines.add(Line.of(indent + "  and %d more".formatted(more), Tone.DIM));
    }
  }

  private static void addReplaced(List<Line> lines, String instance, ReplacedView replaced) {
    TransactionView there = replaced.onReplica();
    lines.add(
        Line.of(
            "  %s is another transaction on %s since".formatted(head(there), instance), Tone.BAD));
    what(there).limit(ROWS_MAX).forEach(text -> lines.add(Line.of("    - " + oneLine(text))));
    what(replaced.onInstance())
        .limit(ROWS_MAX)
        .forEach(text -> lines.add(Line.of("    + " + oneLine(text))));
  }

  private static String head(TransactionView transaction) {
    return "%s at %s, written by server %s at %s"
        .formatted(
            transaction.gtid().orElse("A transaction"),
            transaction.at(),
            transaction.serverId(),
            transaction.writtenAt());
  }

  private static Stream<String> what(TransactionView transaction) {
    long more = transaction.changesMore();
    return Stream.of(
            transaction.statements().stream(),
            transaction.changes().stream().map(change -> change.text()),
            Stream.of("and %d rows more".formatted(more)).filter(text -> more > 0),
            transaction.trouble().stream().map(why -> "It is not shown in full: " + why))
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
  public static List<Line> sql(LostWritesView answer) {
    List<String> lines = new ArrayList<>();
    lines.add("-- What " + answer.address() + " lost and its replicas have.");
    lines.add("-- Replay the transactions of one replica, on a server of the same release.");
    for (ReplicaView replica : answer.replicas()) {
      lines.add("");
      lines.add("-- From " + name(replica) + ":");
      replica.notes().forEach(note -> lines.add("-- " + oneLine(note)));
      replica.transactions().forEach(each -> addSql(lines, each));
    }
    return lines.stream().map(Line::of).toList();
  }

  private static void addSql(List<String> lines, TransactionView transaction) {
    lines.add("");
    lines.add("-- " + head(transaction));
    what(transaction).forEach(text -> lines.add("--   " + oneLine(text)));
    List<String> replay = transaction.replay();
    if (replay.isEmpty()) {
      lines.add("-- There is no SQL of it.");
      return;
    }
    replay.forEach(statement -> (statement + ";").lines().forEach(lines::add));
  }
}
