package io.tutti.acceptance;

import io.tutti.sandbox.SandboxServer;
import java.io.IOException;

/**
 * The disk that a server's data are on. Its host can crash: then it holds what was synced, and what
 * the server itself had synced since, and nothing else that was written.
 */
sealed interface HostDisk extends AutoCloseable permits LoopDisk, CopiedDisk {

  /** Either form may be asked for; without it the real one is taken wherever it can be had. */
  String FORM = System.getProperty("tutti.test.disk", "");

  /**
   * Gives a running server a disk of its own; it is restarted for that, in order.
   *
   * <p>Where the tests may mount file systems it is a real one that is shut down. Elsewhere files
   * are restored to what they were at the last {@link #sync}: those that the settings leave
   * unsynced.
   */
  static HostDisk of(SandboxServer server) throws IOException {
    HostDisk disk = form(server);
    System.err.println("the host of " + server + " crashes by " + disk);
    return disk;
  }

  private static HostDisk form(SandboxServer server) throws IOException {
    if (!FORM.equals("copied")) {
      try {
        return LoopDisk.under(server);
      } catch (IOException e) {
        System.err.println("no file system can be mounted here: " + e.getMessage());
      }
    }
    return CopiedDisk.under(server);
  }

  /** Now all that was written so far would survive. */
  void sync() throws IOException;

  /** The host goes down with the server, and comes back without it. */
  void crash() throws IOException;

  /** Ends the server and gives the disk away. */
  @Override
  void close() throws IOException;
}
