package io.tutti.spi.program;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * What a program prints: all is read, so that it never waits for a reader, and the beginning kept.
 */
final class BoundedOutput {
  static final int KEPT_BYTES_MAX = 16 * 1024;

  private static final int PART_BYTES = 8 * 1024;

  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private final InputStream from;
  private final Thread reader = Thread.ofVirtual().name("program-output").unstarted(this::read);
  private long bytes;

  private BoundedOutput(InputStream from) {
    this.from = from;
  }

  static BoundedOutput of(InputStream from) {
    BoundedOutput output = new BoundedOutput(from);
    output.reader.start();
    return output;
  }

  private void read() {
    byte[] part = new byte[PART_BYTES];
    try (from) {
      for (int read = from.read(part); read >= 0; read = from.read(part)) {
        keep(part, read);
      }
    } catch (IOException e) {
      // Nothing more can come; what was read is kept.
    }
  }

  private synchronized void keep(byte[] part, int read) {
    kept.write(part, 0, Math.min(read, KEPT_BYTES_MAX - kept.size()));
    bytes += read;
  }

  /** What has come so far, once the end has come, or after that time. */
  String text(Duration waitMax) throws InterruptedException {
    boolean unused = reader.join(waitMax);
    synchronized (this) {
      String text = kept.toString(StandardCharsets.UTF_8);
      return bytes > kept.size() ? text + "… (%d bytes in all)".formatted(bytes) : text;
    }
  }
}
