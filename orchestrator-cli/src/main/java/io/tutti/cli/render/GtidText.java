package io.tutti.cli.render;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A GTID set in few characters.
 *
 * <p>What makes one server's set differ from another's is never dropped: of a set with several
 * UUIDs the one that all servers of the cluster share is shown by its numbers alone, and every
 * other one, be it a single errant transaction, is named or counted behind a plus sign. Holes
 * within a UUID are counted.
 *
 * @param main the UUID or domain that goes without saying in this cluster; empty when there is none
 */
record GtidText(String main) {
  private static final int UUID_SHOWN_CHARACTERS = 4;
  private static final int OTHERS_NAMED_MAX = 2;
  private static final GtidText NO_MAIN = new GtidText("");

  /** Takes the UUID with the most transactions in a set for the one that goes without saying. */
  static GtidText relativeTo(String set) {
    return parts(set).entrySet().stream()
        .max(Map.Entry.comparingByValue((a, b) -> Long.compare(size(a), size(b))))
        .map(entry -> new GtidText(entry.getKey()))
        .orElse(NO_MAIN);
  }

  String shorten(String set) {
    if (!isUuidSet(set)) {
      return shortenDomains(set);
    }
    Map<String, List<String>> parts = parts(set);
    List<String> texts = new ArrayList<>();
    if (parts.containsKey(main)) {
      texts.add(intervals(parts.get(main)));
    }
    List<Map.Entry<String, List<String>>> others =
        parts.entrySet().stream().filter(entry -> !entry.getKey().equals(main)).toList();
    if (others.size() <= OTHERS_NAMED_MAX) {
      others.forEach(
          entry -> texts.add(shortUuid(entry.getKey()) + ":" + intervals(entry.getValue())));
    } else {
      long transactions = others.stream().mapToLong(entry -> size(entry.getValue())).sum();
      texts.add("%d uuids:%d trx".formatted(others.size(), transactions));
    }
    return String.join("+", texts);
  }

  private static String shortUuid(String uuid) {
    int tag = uuid.indexOf(':');
    String head = uuid.substring(0, Math.min(UUID_SHOWN_CHARACTERS, uuid.length()));
    return tag < 0 ? head : head + uuid.substring(tag);
  }

  private static boolean isUuidSet(String set) {
    return set.indexOf(':') >= 0;
  }

  private static String shortenDomains(String set) {
    List<String> domains = Arrays.stream(set.split(",")).map(String::strip).toList();
    return domains.size() <= OTHERS_NAMED_MAX + 1
        ? String.join(",", domains)
        : domains.subList(0, OTHERS_NAMED_MAX).stream().collect(Collectors.joining(","))
            + "+%d domains".formatted(domains.size() - OTHERS_NAMED_MAX);
  }

  /** Intervals by UUID, or by UUID and tag, {@code uuid:tag}. */
  private static Map<String, List<String>> parts(String set) {
    Map<String, List<String>> parts = new LinkedHashMap<>();
    if (!isUuidSet(set)) {
      return parts;
    }
    for (String entry : set.split(",")) {
      String[] pieces = entry.strip().split(":");
      String key = pieces[0];
      for (int i = 1; i < pieces.length; i++) {
        if (Character.isDigit(pieces[i].charAt(0))) {
          parts.computeIfAbsent(key, unused -> new ArrayList<>()).add(pieces[i]);
        } else {
          key = pieces[0] + ":" + pieces[i];
        }
      }
    }
    return parts;
  }

  private static String intervals(List<String> intervals) {
    if (intervals.size() == 1) {
      return intervals.getFirst();
    }
    String first = intervals.getFirst().split("-")[0];
    String[] last = intervals.getLast().split("-");
    int holes = intervals.size() - 1;
    return "%s-%s (%d %s)"
        .formatted(first, last[last.length - 1], holes, holes == 1 ? "hole" : "holes");
  }

  private static long size(List<String> intervals) {
    long size = 0;
    for (String interval : intervals) {
      String[] ends = interval.split("-");
      try {
        size += Long.parseLong(ends[ends.length - 1]) - Long.parseLong(ends[0]) + 1;
      } catch (NumberFormatException e) {
        size++;
      }
    }
    return size;
  }
}
