package io.tutti.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A block between two fences of a page.
 *
 * @param page its path below docs/, or {@code README.md}
 * @param heading the one above it
 * @param line of its first line, from 1
 * @param language what its fence says; empty where it says none
 */
record PageBlock(String page, String heading, int line, String language, List<String> lines) {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Path DOCS = ROOT.resolve("docs");
  private static final String FENCE = "```";

  /** All pages that there are. */
  static List<String> pages() {
    try (Stream<Path> docs = Files.walk(DOCS)) {
      return Stream.concat(Stream.of("README.md"), docs.map(page -> DOCS.relativize(page)))
          .map(Object::toString)
          .filter(page -> page.endsWith(".md"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All blocks of a page, in their order. */
  static List<PageBlock> of(String page) {
    List<PageBlock> blocks = new ArrayList<>();
    List<String> within = new ArrayList<>();
    String heading = "";
    String opened = "";
    int number = 0;
    for (String line : read(page)) {
      number++;
      if (line.stripLeading().startsWith(FENCE)) {
        if (opened.isEmpty()) {
          opened = line.strip();
        } else {
          int first = number - within.size();
          String language = opened.substring(FENCE.length());
          blocks.add(new PageBlock(page, heading, first, language, List.copyOf(within)));
          within.clear();
          opened = "";
        }
      } else if (!opened.isEmpty()) {
        within.add(line);
      } else if (line.startsWith("#")) {
        heading = line.replaceFirst("#+ ", "");
      }
    }
    return blocks;
  }

  /** All of a page. */
  static String whole(String page) {
    return String.join("\n", read(page));
  }

  String text() {
    return String.join("\n", lines) + "\n";
  }

  private static List<String> read(String page) {
    try {
      return Files.readAllLines((page.equals("README.md") ? ROOT : DOCS).resolve(page));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
