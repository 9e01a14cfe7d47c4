package io.tutti.sandbox.binaries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheFolderTest {

  @TempDir Path root;

  @Test
  void fillsAnEntryOnceHoweverManyWantItAtOnce() throws Exception {
    AtomicInteger fillings = new AtomicInteger();
    List<Callable<Path>> wishes = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      // Each wish has a cache object of its own, as another process would.
      wishes.add(() ->
          new CacheFolder(root)
              .require(
                  "servers/one",
                  folder -> {
                    fillings.incrementAndGet();
                    Files.writeString(folder.resolve("a"), "a");
                  }));
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (Future<Path> granted : threads.invokeAll(wishes)) {
        assertThat(granted.get().resolve("a")).hasContent("a");
      }
    }
    assertThat(fillings).hasValue(1);
  }

  @Test
  void leavesNothingOfAFailedFillingAndTriesAgain() {
    CacheFolder cache = new CacheFolder(root);
    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(() ->
            cache.require(
                "servers/one",
                folder -> {
                  Files.writeString(folder.resolve("half"), "half");
                  throw new IOException("the disk is full");
                }))
        .withMessageContaining("the disk is full");
    assertThat(root.resolve("servers")).isEmptyDirectory();

    Path made = cache.require("servers/one", folder -> Files.writeString(folder.resolve("b"), "b"));
    assertThat(made.resolve("b")).hasContent("b");
  }

  @Test
  void clearsWhatAKilledProcessLeftHalfMade() throws IOException {
    Path left = Files.createDirectories(root.resolve("servers/.one.unfinished"));
    Files.writeString(left.resolve("half"), "half");

    Path made = new CacheFolder(root).require("servers/one", folder -> {});
    assertThat(made).isEmptyDirectory();
    assertThat(left).doesNotExist();
  }
}
