package io.tutti.sandbox.binaries;

import io.tutti.sandbox.release.ServerRelease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An unpacked server that can be run.
 *
 * @param release what it is
 * @param baseDirectory its base directory ({@code --basedir})
 * @param program the server program
 * @param shareDirectory error messages, character sets and, before 5.7, the system tables' SQL
 * @param pluginDirectory where its plugins are, if it has any
 * @param loader the dynamic loader to run it through, when it must not use the machine's own
 * @param libraryDirectories folders of libraries it needs beside the machine's own
 */
public record InstalledServer(
    ServerRelease release,
    Path baseDirectory,
    Path program,
    Path shareDirectory,
    Optional<Path> pluginDirectory,
    Optional<Path> loader,
    List<Path> libraryDirectories) {

  public InstalledServer {
    libraryDirectories = List.copyOf(libraryDirectories);
  }

  /** The words that start the server program; options are to be appended. */
  public List<String> command() {
    return command(program);
  }

  /**
   * The words that start one of the programs that came with the server.
   *
   * @return empty when this binary has no such program; see {@code ServerFeature.CLIENTS}
   */
  public Optional<List<String>> command(String programName) {
    return Stream.of("bin", "usr/bin")
        .map(folder -> baseDirectory.resolve(folder).resolve(programName))
        .filter(Files::isExecutable)
        .findFirst()
        .map(this::command);
  }

  private List<String> command(Path executable) {
    List<String> words = new ArrayList<>();
    loader.ifPresent(
        path -> words.addAll(List.of(path.toString(), "--library-path", joinedLibraries())));
    words.add(executable.toString());
    return List.copyOf(words);
  }

  /** Environment variables that the programs need. */
  public Map<String, String> environment() {
    return loader.isPresent() || libraryDirectories.isEmpty()
        ? Map.of()
        : Map.of("LD_LIBRARY_PATH", joinedLibraries());
  }

  /** Options that show the server where its own files are. */
  public List<String> locationOptions() {
    List<String> options = new ArrayList<>();
    options.add("basedir=" + baseDirectory);
    options.add("lc_messages_dir=" + shareDirectory);
    options.add("character_sets_dir=" + shareDirectory.resolve("charsets"));
    pluginDirectory.ifPresent(folder -> options.add("plugin_dir=" + folder));
    return options;
  }

  private String joinedLibraries() {
    return String.join(":", libraryDirectories.stream().map(Path::toString).toList());
  }

  /** Describes what lies in a folder unpacked from a Maven artifact. */
  static InstalledServer inArtifactFolder(
      ServerRelease release, Path base, List<Path> moreLibraries) {
    Path program =
        Stream.of("bin/mariadbd", "bin/mysqld")
            .map(base::resolve)
            .filter(Files::isExecutable)
            .findFirst()
            .orElseThrow(
                () -> new UncheckedIOException(new IOException("no server program in " + base)));
    List<Path> libraries = new ArrayList<>();
    Stream.of("libs", "lib").map(base::resolve).filter(Files::isDirectory).forEach(libraries::add);
    libraries.addAll(moreLibraries);
    Path plugins = base.resolve("lib/plugin");
    return new InstalledServer(
        release,
        base,
        program,
        base.resolve("share"),
        Optional.of(plugins).filter(Files::isDirectory),
        Optional.empty(),
        libraries);
  }

  /** Describes what lies in a folder of unpacked Debian packages. */
  static InstalledServer inDebianFolder(ServerRelease release, Path root) {
    Path libraries = root.resolve("usr/lib/x86_64-linux-gnu");
    return new InstalledServer(
        release,
        root.resolve("usr"),
        root.resolve("usr/sbin/mysqld"),
        root.resolve("usr/share/mysql"),
        Optional.of(root.resolve("usr/lib/mysql/plugin")),
        Optional.of(libraries.resolve("ld-linux-x86-64.so.2")),
        List.of(libraries, root.resolve("usr/lib/mysql/private")));
  }
}
