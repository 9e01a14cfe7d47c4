package io.tutti.acceptance;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** What a test runs in a JVM of its own, to kill it: holds a controller until then. */
final class ControllerHolder {

  private ControllerHolder() {}

  public static void main(String[] arguments) throws IOException {
    RunningController controller = RunningController.startProcess(Map.of());
    System.out.println("READY %d %s".formatted(controller.pid(), controller.home()));
    System.out.flush();
    if (System.in.read() < 0) {
      controller.close();
    }
  }

  /** In the folder of the tests, and with what they are run with. */
  static Process start() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            ControllerHolder.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
