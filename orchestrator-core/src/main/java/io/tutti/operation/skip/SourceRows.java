package io.tutti.operation.skip;

import io.tutti.binlog.RowChange;
import io.tutti.error.OrchestratorException;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows that a transaction changes, as the binlog of the channel's source tells them: no server
 * tells the rows in its relay log. To see them is a help and no condition.
 */
record SourceRows(Servers servers) {
  /** More are counted: the audit is no dump. */
  private static final int SHOWN = 20;

  /** Longer lines are cut. */
  private static final int LINE_MAX = 500;

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** A line for each of the first rows, or the reason why there is none; empty of no rows. */
  List<String> lines(Subject subject, Deadline deadline) {
    if (TransactionContent.of(subject.listed()).tables().isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    int[] left = {0};
    try (Session source = servers.open(subject.channel().source(), deadline)) {
      source
          .binlog()
          .readRows(
              subject.transaction(),
              subject.serverId(),
              change -> {
                if (lines.size() < SHOWN) {
                  lines.add(line(change));
                } else {
                  left[0]++;
                }
              },
              deadline.within(PATIENCE));
    } catch (OrchestratorException e) {
      return List.of("Its rows are not shown: " + e.observed());
    }
    if (left[0] > 0) {
      lines.add("And %d rows more.".formatted(left[0]));
    }
    return lines;
  }

  private static String line(RowChange change) {
    String text = change.toString();
    return text.length() <= LINE_MAX ? text + "." : text.substring(0, LINE_MAX) + "….";
  }
}
