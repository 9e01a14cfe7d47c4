package io.tutti.sandbox.binaries;

import io.tutti.sandbox.release.ReleaseSource.MavenArtifact;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * Unpacks the server out of an artifact, with symbolic links and executable bits, and without what
 * no sandbox needs: test suites, benchmarks, headers, static libraries, debug builds.
 */
final class ArchiveUnpacker {

  private static final Pattern NOT_NEEDED =
      Pattern.compile(
          "(mysql-test|sql-bench|man|docs|data|include|support-files)/.*"
              + "|.*\\.a|lib/plugin/debug/.*|bin/mysqld-debug|bin/.*_embedded|.*\\.jar");

  private final MavenArtifact source;
  private final Path target;

  ArchiveUnpacker(MavenArtifact source, Path target) {
    this.source = source;
    this.target = target;
  }

  /**
   * Unpacks a zip or jar file into the target folder.
   *
   * @throws IOException when the file is no such archive, lacks the inner archive, or has an entry
   *     that would be written outside of the target folder
   */
  void unpack(Path archive) throws IOException {
    try (ZipFile zip = ZipFile.builder().setPath(archive).get()) {
      if (source.innerArchive().isPresent()) {
        unpackInner(zip, source.innerArchive().get());
      } else {
        for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
          unpackZipEntry(zip, entry);
        }
      }
    }
  }

  private void unpackInner(ZipFile zip, String name) throws IOException {
    ZipArchiveEntry inner = zip.getEntry(name);
    if (inner == null) {
      throw new IOException("the artifact %s holds no %s".formatted(source.coordinates(), name));
    }
    try (InputStream raw = new BufferedInputStream(zip.getInputStream(inner));
        TarArchiveInputStream tar = new TarArchiveInputStream(new GzipCompressorInputStream(raw))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Optional<Path> path = wantedPath(entry.getName());
        if (path.isEmpty() || entry.isDirectory()) {
          continue;
        }
        if (entry.isSymbolicLink()) {
          writeLink(path.get(), entry.getLinkName());
        } else if (entry.isFile()) {
          writeFile(path.get(), tar, (entry.getMode() & 0100) != 0);
        }
      }
    }
  }

  private void unpackZipEntry(ZipFile zip, ZipArchiveEntry entry) throws IOException {
    Optional<Path> path = wantedPath(entry.getName());
    if (path.isEmpty() || entry.isDirectory()) {
      return;
    }
    try (InputStream content = zip.getInputStream(entry)) {
      if (entry.isUnixSymlink()) {
        writeLink(path.get(), new String(content.readAllBytes(), StandardCharsets.UTF_8));
      } else {
        writeFile(path.get(), content, (entry.getUnixMode() & 0100) != 0);
      }
    }
  }

  /** The path to write to, or empty when the entry is outside of the wanted folder. */
  private Optional<Path> wantedPath(String entryName) throws IOException {
    String folder = source.folder().isEmpty() ? "" : source.folder() + "/";
    if (!entryName.startsWith(folder)) {
      return Optional.empty();
    }
    String name = entryName.substring(folder.length());
    if (name.isEmpty() || NOT_NEEDED.matcher(name).matches()) {
      return Optional.empty();
    }
    Path path = target.resolve(name).normalize();
    if (!path.startsWith(target)) {
      throw new IOException("the entry %s points outside of the archive".formatted(entryName));
    }
    return Optional.of(path);
  }

  private void writeLink(Path link, String linkTarget) throws IOException {
    Path resolved = link.resolveSibling(linkTarget).normalize();
    if (!resolved.startsWith(target)) {
      throw new IOException("the link %s points outside of the archive".formatted(link));
    }
    Files.createDirectories(link.resolveSibling("x").getParent());
    Files.createSymbolicLink(link, Path.of(linkTarget));
  }

  /** Some artifacts forgot the executable bits; every program folder's files get them. */
  private void writeFile(Path file, InputStream content, boolean executable) throws IOException {
    Files.createDirectories(file.resolveSibling("x").getParent());
    Files.copy(content, file);
    String top = target.relativize(file).getName(0).toString();
    if (executable || List.of("bin", "scripts").contains(top)) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }
}
