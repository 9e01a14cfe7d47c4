package io.tutti.sandbox;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which server replicates from which. Nodes are small positive numbers.
 *
 * @param nodes every node, in order
 * @param links source and replica of each link, in the order they were written
 */
public record Topology(List<Integer> nodes, List<Link> links) {

  /** One replica's replication from one source. */
  public record Link(int source, int replica) {
    @Override
    public String toString() {
      return source + ">" + replica;
    }
  }

  private static final int NODES_MAX = 64;
  private static final Pattern PART = Pattern.compile("(\\d{1,3})(?:\\s*>\\s*(\\d{1,3}))?");
  private static final String EXPECTED =
      " Expected is a comma-separated list of links and lone servers, for example"
          + " \"1>2,1>3,3>4\", \"1>2,2>1\", \"1>3,2>3\" or \"1\".";

  public Topology {
    nodes = nodes.stream().sorted(Comparator.naturalOrder()).distinct().toList();
    links = List.copyOf(links);
  }

  /**
   * Reads a text such as {@code 1>2,1>3,3>4}: {@code 1>2} makes 2 a replica of 1, a number alone is
   * a server that may have no replication at all.
   *
   * @throws IllegalArgumentException on anything else; the message shows the offending part
   */
  public static Topology parse(String text) {
    SortedSet<Integer> nodes = new TreeSet<>();
    Set<Link> links = new LinkedHashSet<>();
    for (String part : text.strip().split(",", -1)) {
      Matcher matcher = PART.matcher(part.strip());
      if (!matcher.matches()) {
        throw refused(text, "\"%s\" is neither a link nor a server.".formatted(part.strip()));
      }
      int first = node(text, matcher.group(1));
      nodes.add(first);
      String second = matcher.group(2);
      if (second == null) {
        continue;
      }
      int replica = node(text, second);
      nodes.add(replica);
      if (first == replica) {
        throw refused(text, "%s replicates from itself.".formatted(replica));
      }
      if (!links.add(new Link(first, replica))) {
        throw refused(text, "The link %s>%s is there twice.".formatted(first, replica));
      }
    }
    return new Topology(List.copyOf(nodes), List.copyOf(links));
  }

  private static int node(String text, String digits) {
    int node = Integer.parseInt(digits);
    if (node < 1 || node > NODES_MAX) {
      throw refused(text, "Nodes are numbered 1 to %d, not %d.".formatted(NODES_MAX, node));
    }
    return node;
  }

  private static IllegalArgumentException refused(String text, String reason) {
    return new IllegalArgumentException(
        "The topology \"%s\" cannot be read. %s%s".formatted(text, reason, EXPECTED));
  }

  /** The nodes that this node replicates from, in the order they were written. */
  public List<Integer> sourcesOf(int node) {
    return links.stream().filter(link -> link.replica() == node).map(Link::source).toList();
  }

  /** The nodes that replicate from this node. */
  public List<Integer> replicasOf(int node) {
    return links.stream().filter(link -> link.source() == node).map(Link::replica).toList();
  }

  /** Whether what this node writes comes back to it: a ring, or two co-primaries. */
  public boolean isOnRing(int node) {
    Set<Integer> reached = new HashSet<>();
    List<Integer> frontier = new ArrayList<>(replicasOf(node));
    while (!frontier.isEmpty()) {
      int next = frontier.removeLast();
      if (reached.add(next)) {
        frontier.addAll(replicasOf(next));
      }
    }
    return reached.contains(node);
  }

  /**
   * Whether a client may write to this node without diverging from a source: no source, or a ring.
   */
  public boolean isWritable(int node) {
    return sourcesOf(node).isEmpty() || isOnRing(node);
  }

  /** Whether writes of several nodes meet in one replica. */
  public boolean hasSeveralWriters() {
    return nodes.stream().anyMatch(node -> sourcesOf(node).size() > 1 || isOnRing(node));
  }

  @Override
  public String toString() {
    List<String> parts = new ArrayList<>(links.stream().map(Link::toString).toList());
    nodes.stream()
        .filter(node -> sourcesOf(node).isEmpty() && replicasOf(node).isEmpty())
        .map(String::valueOf)
        .forEach(parts::add);
    return String.join(",", parts);
  }
}
