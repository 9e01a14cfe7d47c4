package io.tutti.binlog.analysis;

import io.tutti.binlog.analysis.BinlogReport.Share;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How much of what was written is of each domain, or server. */
final class CountedParts {
  private static final int PARTS_MAX = 10_000;

  private static final class Part {
    private long transactions;
    private long bytes;
  }

  private final Map<Long, Part> parts = new HashMap<>();
  private final Part others = new Part();
  private long newestId = -1;
  private Part newest = others;

  void add(long id, long bytes) {
    if (id != newestId) {
      newestId = id;
      newest = part(id);
    }
    newest.transactions++;
    newest.bytes += bytes;
  }

  private Part part(long id) {
    Part known = parts.get(id);
    if (known != null) {
      return known;
    }
    if (parts.size() >= PARTS_MAX) {
      return others;
    }
    Part added = new Part();
    parts.put(id, added);
    return added;
  }

  List<Share> report() {
    Map<String, Part> named = new HashMap<>();
    parts.forEach((id, part) -> named.put(String.valueOf(id), part));
    if (others.transactions > 0) {
      named.put(Shares.OTHERS, others);
    }
    return Shares.largest(
        named.entrySet().stream()
            .map(each ->
                new Share(each.getKey(), each.getValue().transactions, each.getValue().bytes)));
  }
}
