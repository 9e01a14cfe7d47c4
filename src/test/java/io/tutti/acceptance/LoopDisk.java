package io.tutti.acceptance;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.tutti.sandbox.SandboxServer;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A disk of ext4 on a loop device. A crash shuts the file system down without a write of its
 * journal: what was neither synced nor written back by the kernel is lost, as with a host.
 */
final class LoopDisk implements HostDisk {
  private static final long BYTES = 1L << 30;

  /** {@code FS_IOC_SHUTDOWN} with {@code FS_SHUTDOWN_FLAGS_NOLOGFLUSH}, of linux/fs.h. */
  private static final long SHUTDOWN = 0x8004587DL;

  private static final int WITHOUT_LOG_FLUSH = 2;

  /** Gives the device back when this process ends, however it ends. */
  private static final String GUARD =
      """
      trap '' HUP INT TERM
      while read -r word; do :; done
      umount -l "$1" 2>/dev/null
      losetup -d "$1"
      """;

  private final SandboxServer server;
  private final String device;
  private final Process guard;

  private LoopDisk(SandboxServer server, String device, Process guard) {
    this.server = server;
    this.device = device;
    this.guard = guard;
  }

  /**
   * @throws IOException where this is not allowed; the server has its files as before then, and may
   *     have been stopped
   */
  static LoopDisk under(SandboxServer server) throws IOException {
    String device = attached();
    Process guard =
        new ProcessBuilder("setsid", "sh", "-c", GUARD, "tutti-disk", device)
            .directory(Path.of("/").toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    LoopDisk disk = new LoopDisk(server, device, guard);
    try {
      disk.moveIn();
      return disk;
    } catch (IOException e) {
      disk.giveBack();
      throw e;
    }
  }

  /** The device of a new file, which is gone with it. */
  private static String attached() throws IOException {
    Path image = Files.createTempFile("tutti-disk-", "");
    try {
      try (FileChannel file = FileChannel.open(image, StandardOpenOption.WRITE)) {
        file.write(ByteBuffer.wrap(new byte[1]), BYTES - 1);
      }
      run("mkfs.ext4", "-q", "-E", "lazy_itable_init=0,lazy_journal_init=0", image.toString());
      return run("losetup", "--find", "--show", image.toString());
    } finally {
      Files.delete(image);
    }
  }

  private void moveIn() throws IOException {
    Path stage = Files.createTempDirectory("tutti-disk-");
    try {
      run("mount", device, stage.toString());
      Files.delete(stage.resolve("lost+found"));
      server.stop();
      run("cp", "-a", server.dataDirectory() + "/.", stage.toString());
      run("umount", stage.toString());
    } finally {
      Files.delete(stage);
    }
    mount();
    server.start();
  }

  private void mount() throws IOException {
    run("mount", device, server.dataDirectory().toString());
  }

  @Override
  public void sync() throws IOException {
    run("sync", "-f", server.dataDirectory().toString());
  }

  @Override
  public void crash() throws IOException {
    server.killHard();
    shutDown(server.dataDirectory());
    run("umount", device);
    mount();
  }

  /** There is no way to it but the system call. */
  private static void shutDown(Path folder) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment path = arena.allocateFrom(folder.toString(), StandardCharsets.UTF_8);
      int descriptor =
          (int)
              function("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT))
                  .invokeExact(path, 0);
      MemorySegment how = arena.allocateFrom(JAVA_INT, WITHOUT_LOG_FLUSH);
      int result =
          (int)
              function("ioctl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS))
                  .invokeExact(descriptor, SHUTDOWN, how);
      int closed =
          (int)
              function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT)).invokeExact(descriptor);
      if (descriptor < 0 || result != 0 || closed != 0) {
        throw new IOException(
            "%s was not shut down: open %d, ioctl %d, close %d"
                .formatted(folder, descriptor, result, closed));
      }
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodHandle function(String name, FunctionDescriptor type) {
    Linker linker = Linker.nativeLinker();
    MemorySegment address = linker.defaultLookup().findOrThrow(name);
    return type.argumentLayouts().size() > 1
        ? linker.downcallHandle(address, type, Linker.Option.firstVariadicArg(2))
        : linker.downcallHandle(address, type);
  }

  private static String run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    try {
      if (process.waitFor() != 0) {
        throw new IOException("%s: %s".formatted(String.join(" ", command), said));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    return said;
  }

  private void giveBack() throws IOException {
    guard.getOutputStream().close();
    try {
      guard.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    server.killHard();
    giveBack();
  }

  @Override
  public String toString() {
    return "the shutdown of an ext4 file system on " + device;
  }
}
