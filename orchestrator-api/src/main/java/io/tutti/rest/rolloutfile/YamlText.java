package io.tutti.rest.rolloutfile;

import java.io.StringReader;
import java.util.Iterator;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;

/**
 * The tree of a text in YAML, of which JSON is a part. No objects are made of it: only texts, lists
 * and maps, each with its line. It stays small: aliases, by which few lines stand for millions of
 * values, are refused before a tree is made.
 */
final class YamlText {
  /** A list of a thousand servers takes a tenth of it. */
  static final int CHARACTERS_MAX = 256 * 1024;

  /** A rollout file is four deep. */
  private static final int DEPTH_MAX = 20;

  private YamlText() {}

  /** The map that it is; empty when it is none: what is wrong is among the mistakes. */
  static Optional<MappingNode> read(String text, Mistakes mistakes) {
    if (text.length() > CHARACTERS_MAX) {
      mistakes.add(
          1,
          "",
          "The file has %d characters, and %d are possible."
              .formatted(text.length(), CHARACTERS_MAX),
          "Name servers by clusters, roles or tags.");
      return Optional.empty();
    }
    // JSON may be indented by tabs, which YAML refuses; no text of JSON has one in it.
    String spaced = text.stripLeading().startsWith("{") ? text.replace('\t', ' ') : text;
    try {
      return tree(spaced, mistakes);
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      mistakes.add(line, "", "This is not YAML: %s.".formatted(e.getProblem()), "");
    } catch (YAMLException e) {
      mistakes.add(1, "", "This is not YAML: %s".formatted(e.getMessage()), "");
    }
    return Optional.empty();
  }

  private static Optional<MappingNode> tree(String text, Mistakes mistakes) {
    LoaderOptions limits = new LoaderOptions();
    limits.setCodePointLimit(CHARACTERS_MAX);
    Yaml yaml = new Yaml(limits);
    if (grows(yaml.parse(new StringReader(text)), mistakes)) {
      return Optional.empty();
    }
    Iterator<Node> documents = yaml.composeAll(new StringReader(text)).iterator();
    if (!documents.hasNext()) {
      mistakes.add(1, "", "The file is empty.", "tutti rollout init writes one to begin with.");
      return Optional.empty();
    }
    Node first = documents.next();
    if (documents.hasNext()) {
      mistakes.add(documents.next(), "", "There is a second document.", "One file, one rollout.");
      return Optional.empty();
    }
    if (first instanceof MappingNode map) {
      return Optional.of(map);
    }
    mistakes.add(
        first,
        "",
        "A rollout file is a map of keys and values.",
        "tutti rollout init writes one to begin with.");
    return Optional.empty();
  }

  /** Whether it has what makes a small text a large tree, found before there is a tree. */
  private static boolean grows(Iterable<Event> events, Mistakes mistakes) {
    int depth = 0;
    for (Event event : events) {
      int line = event.getStartMark().getLine() + 1;
      if (event instanceof AliasEvent alias) {
        mistakes.add(
            line,
            "",
            "Aliases such as *%s are not taken in rollout files.".formatted(alias.getAnchor()),
            "Write the value itself.");
        return true;
      }
      if (event instanceof CollectionStartEvent) {
        depth++;
      } else if (event instanceof CollectionEndEvent) {
        depth--;
      }
      if (depth > DEPTH_MAX) {
        mistakes.add(
            line, "", "Lists and maps are more than %d deep here.".formatted(DEPTH_MAX), "");
        return true;
      }
    }
    return false;
  }
}
