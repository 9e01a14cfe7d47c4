package io.tutti.rest.rolloutfile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** The keys of one map of the file, taken one by one; whatever is wrong is noted, and goes on. */
final class Fields {
  private final String path;
  private final MappingNode map;
  private final Mistakes mistakes;
  private final Map<String, Node> values = new LinkedHashMap<>();

  /**
   * @param path of keys that lead to it; empty for the file itself
   */
  Fields(String path, MappingNode map, Mistakes mistakes) {
    this.path = path;
    this.map = map;
    this.mistakes = mistakes;
    for (NodeTuple tuple : map.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        mistakes.add(tuple.getKeyNode(), path, "A key is a single word.", "");
        continue;
      }
      String name = key.getValue();
      mistakes.isAt(pathOf(name), key);
      if (values.putIfAbsent(name, tuple.getValueNode()) != null) {
        mistakes.add(key, pathOf(name), "This key is there twice.", "Keep one of them.");
      }
    }
  }

  /** Refuses all other keys. */
  Fields knowing(List<String> known) {
    values.keySet().stream()
        .filter(name -> !known.contains(name))
        .forEach(name ->
            mistakes.add(
                mistakes.lines().getOrDefault(pathOf(name), Mistakes.lineOf(map)),
                pathOf(name),
                "There is no key \"%s\" here.".formatted(name),
                "There are: " + String.join(", ", known) + "."));
    return this;
  }

  String pathOf(String key) {
    return path.isEmpty() || key.isEmpty() ? path + key : path + "." + key;
  }

  boolean has(String key) {
    return values.containsKey(key);
  }

  /** Every key with its text, as written. */
  Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    values.forEach((key, node) -> text(pathOf(key), node).ifPresent(text -> texts.put(key, text)));
    return texts;
  }

  void wrong(String key, String sentence, String remedy) {
    Node at = values.getOrDefault(key, map);
    mistakes.add(at, pathOf(key), sentence, remedy);
  }

  Optional<String> text(String key) {
    return node(key).flatMap(node -> text(pathOf(key), node));
  }

  private Optional<String> text(String at, Node node) {
    if (node instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
      return Optional.of(scalar.getValue().strip());
    }
    mistakes.add(node, at, "A single value is wanted here.", "");
    return Optional.empty();
  }

  private Optional<Node> node(String key) {
    return Optional.ofNullable(values.get(key));
  }

  /**
   * A value that is understood by a function.
   *
   * @param read throws IllegalArgumentException, or one of java.time, of what it does not
   *     understand
   * @param wanted what would be right, as a sentence; empty where the function says it
   */
  <T> Optional<T> value(String key, Function<String, T> read, String wanted) {
    return node(key).flatMap(node -> value(pathOf(key), node, read, wanted));
  }

  private <T> Optional<T> value(String at, Node node, Function<String, T> read, String wanted) {
    return text(at, node)
        .flatMap(text -> {
          try {
            return Optional.of(read.apply(text));
          } catch (IllegalArgumentException | java.time.DateTimeException e) {
            String why =
                wanted.isEmpty()
                    ? "It is not understood: %s.".formatted(e.getMessage())
                    : "\"%s\" is not understood.".formatted(text);
            mistakes.add(node, at, why, wanted);
            return Optional.empty();
          }
        });
  }

  /** A list of values, or one without a list around it; what is not understood is left out. */
  <T> List<T> values(String key, Function<String, T> read, String wanted) {
    List<T> found = new ArrayList<>();
    for (Node node : nodes(key)) {
      value(pathOf(key), node, read, wanted).ifPresent(found::add);
    }
    return found;
  }

  /** A list of maps, or one without a list around it. */
  List<Fields> maps(String key) {
    List<Fields> found = new ArrayList<>();
    for (Node node : nodes(key)) {
      asMap(key, node).ifPresent(found::add);
    }
    return found;
  }

  Optional<Fields> map(String key) {
    return node(key).flatMap(node -> asMap(key, node));
  }

  /** Whether it is a single value, not a list or a map. */
  boolean isText(String key) {
    return values.get(key) instanceof ScalarNode;
  }

  private Optional<Fields> asMap(String key, Node node) {
    if (node instanceof MappingNode found) {
      return Optional.of(new Fields(pathOf(key), found, mistakes));
    }
    mistakes.add(node, pathOf(key), "A map of keys and values is wanted here.", "");
    return Optional.empty();
  }

  private List<Node> nodes(String key) {
    Optional<Node> node = node(key);
    if (node.isPresent() && node.get() instanceof SequenceNode list) {
      if (list.getValue().isEmpty()) {
        mistakes.add(list, pathOf(key), "This list is empty.", "Leave it out, or name something.");
      }
      return list.getValue();
    }
    return node.map(List::of).orElse(List.of());
  }
}
