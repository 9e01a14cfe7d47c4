package io.tutti.cli.explain;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** One page for each code of findings: those of {@code docs/findings}, put into the jar. */
public final class FindingPages {
  private static final String ENDING = ".md";

  private final Folder folder;

  /** Where the pages are, for as long as something reads them. */
  private interface Folder {
    <T> T read(Function<Path, T> reader) throws IOException;
  }

  private FindingPages(Folder folder) {
    this.folder = folder;
  }

  /** Those in a folder of files. */
  public static FindingPages in(Path folder) {
    return new FindingPages(
        new Folder() {
          @Override
          public <T> T read(Function<Path, T> reader) {
            return reader.apply(folder);
          }
        });
  }

  /** Those that came with this command line. */
  public static FindingPages ofProgram() {
    return new FindingPages(
        new Folder() {
          @Override
          public <T> T read(Function<Path, T> reader) throws IOException {
            return ofResources(reader);
          }
        });
  }

  private static <T> T ofResources(Function<Path, T> reader) throws IOException {
    URL pages = Objects.requireNonNull(FindingPages.class.getResource("STARTS_UNFENCED.md"));
    try {
      URI uri = pages.toURI();
      if (!uri.getScheme().equals("jar")) {
        return reader.apply(Objects.requireNonNull(Path.of(uri).getParent()));
      }
      try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
        return reader.apply(Objects.requireNonNull(jar.provider().getPath(uri).getParent()));
      }
    } catch (URISyntaxException e) {
      throw new IllegalStateException(pages + " has no address", e);
    }
  }

  private <T> T read(Function<Path, T> reader) {
    try {
      return folder.read(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All of them, by their codes. */
  public List<FindingText> all() {
    return read(FindingPages::allIn);
  }

  private static List<FindingText> allIn(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(ENDING))
          .map(FindingPages::textOf)
          .sorted(Comparator.comparing(FindingText::code))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FindingText textOf(Path file) {
    String name = file.getFileName().toString();
    try {
      return new FindingText(
          name.substring(0, name.length() - ENDING.length()), Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The page of a code, written in any case, with dashes or underscores. */
  public Optional<FindingText> find(String code) {
    String wanted = code.strip().replace('-', '_');
    return all().stream().filter(page -> page.code().equalsIgnoreCase(wanted)).findFirst();
  }
}
