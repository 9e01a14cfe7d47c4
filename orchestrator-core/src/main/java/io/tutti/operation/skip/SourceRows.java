package io.tutti.operation.skip;

import io.tutti.binlog.RowChange;
import io.tutti.error.OrchestratorException;
import io.tutti.gaps.SameBinlog;
import io.tutti.model.InstanceState;
import io.tutti.operation.gaps.SourceEvidenceReader;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The rows that a transaction changes, as the binlog of the channel's source shows them: no server
 * shows the rows in its relay log. To see them is a help and no condition. A source that was reset,
 * or lost the end of its binlog, may have another transaction at the same place: then none are
 * shown, and where nothing could be compared the rows say so.
 */
record SourceRows(Servers servers, Session replica, InstanceState state) {
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
    return switch (binlog(subject, deadline)) {
      case SameBinlog.Other other ->
          List.of(
              "Its rows are not shown: %s.".formatted(other.ofSource(subject.channel().source())));
      case SameBinlog.Same same -> read(subject, deadline);
      case SameBinlog.Unproved unproved ->
          Stream.concat(
                  Stream.of(
                      "Its rows as its source has them now; %s."
                          .formatted(unproved.ofSource(subject.channel().source()))),
                  read(subject, deadline).stream())
              .toList();
    };
  }

  private SameBinlog binlog(Subject subject, Deadline deadline) {
    return new SourceEvidenceReader(servers)
        .read(subject.listed(), replica, state, subject.channel(), deadline)
        .judge();
  }

  private List<String> read(Subject subject, Deadline deadline) {
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
