package io.tutti.rest.rolloutfile;

import io.tutti.rollout.Mistake;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.nodes.Node;

/** What is found to be wrong while a file is read, and in which line each of its keys is. */
final class Mistakes {
  /** Nobody reads more of them; a file of that kind is not a rollout file. */
  private static final int SHOWN_MAX = 50;

  private final List<Located> found = new ArrayList<>();
  private final Map<String, Integer> lines = new HashMap<>();

  void add(int line, String key, String sentence, String remedy) {
    if (found.size() < SHOWN_MAX) {
      found.add(new Located(line, new Mistake(key, sentence, remedy)));
    }
  }

  void add(Node at, String key, String sentence, String remedy) {
    add(lineOf(at), key, sentence, remedy);
  }

  void isAt(String key, Node at) {
    lines.put(key, lineOf(at));
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  /** In the order of their lines. */
  List<Located> all() {
    return found.stream().sorted(Comparator.comparingInt(Located::line)).toList();
  }

  Map<String, Integer> lines() {
    return lines;
  }

  static int lineOf(Node node) {
    return node.getStartMark().getLine() + 1;
  }
}
