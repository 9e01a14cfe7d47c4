package io.tutti.sandbox.binaries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.tutti.sandbox.release.ReleaseSource.MavenArtifact;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveUnpackerTest {

  private static final byte[] TEXT = "text".getBytes(StandardCharsets.US_ASCII);

  @TempDir Path folder;

  @BeforeEach
  void makeTarget() throws IOException {
    Files.createDirectory(target());
  }

  private Path target() {
    return folder.resolve("target");
  }

  private Path zip(String name, byte[] content, int mode) throws IOException {
    Path file = folder.resolve("a.zip");
    try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(file)) {
      ZipArchiveEntry entry = new ZipArchiveEntry(name);
      entry.setUnixMode(mode);
      zip.putArchiveEntry(entry);
      zip.write(content);
      zip.closeArchiveEntry();
    }
    return file;
  }

  private static byte[] tarGz() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream gzip = new GzipCompressorOutputStream(bytes);
        TarArchiveOutputStream tar = new TarArchiveOutputStream(gzip)) {
      TarArchiveEntry library = new TarArchiveEntry("lib/libx.so.1");
      library.setSize(TEXT.length);
      library.setMode(0100755);
      tar.putArchiveEntry(library);
      tar.write(TEXT);
      tar.closeArchiveEntry();
      TarArchiveEntry link = new TarArchiveEntry("lib/libx.so", TarConstants.LF_SYMLINK);
      link.setLinkName("libx.so.1");
      tar.putArchiveEntry(link);
      tar.closeArchiveEntry();
    }
    return bytes.toByteArray();
  }

  private void unpack(Path archive, String inner, String wantedFolder) throws IOException {
    new ArchiveUnpacker(
            new MavenArtifact(
                "g:a:jar:1", Optional.of(inner).filter(name -> !name.isEmpty()), wantedFolder),
            target())
        .unpack(archive);
  }

  @Test
  void keepsLinksAndExecutableBitsOfAnInnerArchive() throws IOException {
    unpack(zip("server.tar.gz", tarGz(), 0100644), "server.tar.gz", "");
    assertThat(target().resolve("lib/libx.so")).isSymbolicLink().hasBinaryContent(TEXT);
    assertThat(target().resolve("lib/libx.so.1")).isExecutable();
  }

  @Test
  void makesProgramsExecutableWhereTheArtifactForgotIt() throws IOException {
    unpack(zip("deep/down/bin/mysqld", TEXT, 0100644), "", "deep/down");
    assertThat(target().resolve("bin/mysqld")).isExecutable();
  }

  @Test
  void leavesOutWhatIsNotNeeded() throws IOException {
    unpack(zip("mysql-test/t/huge.test", TEXT, 0100644), "", "");
    assertThat(target()).isEmptyDirectory();
  }

  @Test
  void refusesEntriesThatPointOutside() {
    assertThatIOException()
        .isThrownBy(() -> unpack(zip("../evil", TEXT, 0100644), "", ""))
        .withMessageContaining("outside");
    assertThatIOException()
        .isThrownBy(() ->
            unpack(zip("lib/x", "../../etc".getBytes(StandardCharsets.UTF_8), 0120777), "", ""))
        .withMessageContaining("outside");
  }

  @Test
  void saysWhatIsMissing() {
    assertThatIOException()
        .isThrownBy(() -> unpack(zip("other", TEXT, 0100644), "server.tar.gz", ""))
        .withMessageContaining("server.tar.gz");
  }
}
