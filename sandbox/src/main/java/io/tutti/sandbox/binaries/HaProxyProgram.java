package io.tutti.sandbox.binaries;

import io.tutti.sandbox.release.ReleaseSource.DebianPackages;
import java.nio.file.Path;
import java.util.List;

/**
 * HAProxy 2.6 as Debian 12 packages it, with its libraries, to see what clients of a proxy notice.
 *
 * @param root the folder that it was unpacked into
 */
public record HaProxyProgram(Path root) {
  private static final String VERSION = "2.6";
  private static final DebianPackages PACKAGES = new DebianPackages("bookworm", List.of("haproxy"));

  /**
   * Fetched first where it is not in the cache.
   *
   * @throws java.io.UncheckedIOException when it cannot be fetched, or does not run here
   */
  public static HaProxyProgram require(CacheFolder cache, DownloadListener listener) {
    return new HaProxyProgram(
        cache.require(
            "programs/haproxy-" + VERSION,
            folder ->
                new DebianProgram(PACKAGES, VERSION, "usr/sbin/haproxy -v", listener)
                    .unpack(folder)));
  }

  /** The words that start it; options are to be appended. */
  public List<String> command() {
    Path libraries = root.resolve("lib/x86_64-linux-gnu");
    return List.of(
        libraries.resolve("ld-linux-x86-64.so.2").toString(),
        "--library-path",
        libraries + ":" + root.resolve("usr/lib/x86_64-linux-gnu"),
        root.resolve("usr/sbin/haproxy").toString());
  }
}
