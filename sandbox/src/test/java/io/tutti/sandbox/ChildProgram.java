package io.tutti.sandbox;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the tests run in a JVM of its own, to kill it. Prints one line when it is ready. */
final class ChildProgram {

  private ChildProgram() {}

  /**
   * @param arguments {@code attached FLAVOR} holds a sandbox until it is killed; {@code detached
   *     FLAVOR FOLDER} starts one and ends; {@code ports COUNT} has so many until it is killed
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments[0].equals("ports")) {
      System.out.println(
          IntStream.range(0, Integer.parseInt(arguments[1]))
              .mapToObj(each -> String.valueOf(FreePorts.next()))
              .collect(Collectors.joining(" ")));
      var unused = System.in.read();
      return;
    }
    SandboxBuilder builder = Sandbox.builder().fastTimeouts().topology("1>2").flavors(arguments[1]);
    if (arguments[0].equals("detached")) {
      DetachedSandboxes.up(Path.of(arguments[2]), builder);
      System.out.println("READY");
      return;
    }
    Sandbox sandbox = builder.start();
    StringBuilder line = new StringBuilder("READY");
    for (SandboxServer server : sandbox.servers()) {
      line.append(" %d:%d:%s".formatted(server.pid(), server.port(), server.dataDirectory()));
    }
    System.out.println(line);
    System.out.flush();
    if (System.in.read() < 0) {
      sandbox.close();
    }
  }

  static Process start(String... arguments) throws IOException {
    java.util.List<String> command =
        new java.util.ArrayList<>(
            java.util.List.of(
                // Whoever runs the tests in the background has the interrupt ignored, and so would
                // the child.
                "env",
                "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ChildProgram.class.getName()));
    command.addAll(java.util.List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}
