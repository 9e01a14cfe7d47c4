package io.tutti.cli.verb;

import io.tutti.cli.CommandFailure;
import io.tutti.cli.ControllerLocation;
import io.tutti.cli.ExitCode;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Table;
import io.tutti.cli.render.Tone;
import io.tutti.sandbox.DetachedSandbox;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.Topology;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where the sandboxes of a user are, and how they are shown. */
record SandboxFolder(Path root) {

  static SandboxFolder of(Map<String, String> environment) {
    return new SandboxFolder(ControllerLocation.home(environment).resolve("sandboxes"));
  }

  /**
   * The folder of the sandbox of that name.
   *
   * @throws CommandFailure when the name cannot be a folder's
   */
  Path of(String name) {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")) {
      throw CommandFailure.local(
          ExitCode.USAGE,
          "INVALID_NAME",
          "\"%s\" cannot be the name of a sandbox.".formatted(name),
          List.of("use letters, digits, dots and dashes"));
    }
    return root.resolve(name);
  }

  /** The names of all sandboxes that are there. */
  List<String> names() {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(root)) {
      return folders
          .filter(Files::isDirectory)
          .map(folder -> folder.getFileName().toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A sandbox as fields of a JSON object. */
  static Map<String, Object> fields(String name, DetachedSandbox sandbox) {
    List<Map<String, Object>> servers = new ArrayList<>();
    for (DetachedSandbox.Server server : sandbox.servers()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("node", server.node());
      fields.put("release", server.release().id());
      fields.put("address", server.address().toString());
      fields.put("running", server.isRunning());
      fields.put("pid", server.pid());
      fields.put("dataDirectory", server.dataDirectory().toString());
      servers.add(fields);
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", name);
    fields.put("topology", sandbox.topology());
    fields.put("complete", sandbox.complete());
    fields.put("servers", servers);
    return fields;
  }

  /** A sandbox for people. */
  static List<Line> lines(String name, DetachedSandbox sandbox) {
    List<Line> lines = new ArrayList<>();
    Line title = Line.of(name, Tone.STRONG).plus("  " + sandbox.topology());
    if (!sandbox.complete()) {
      lines.add(
          title.plus(
              "  half started; take it down with: tutti sandbox down --name " + name, Tone.WARN));
      return lines;
    }
    lines.add(title);
    Topology topology = Topology.parse(sandbox.topology());
    Table table = new Table();
    for (DetachedSandbox.Server server : sandbox.servers()) {
      String sources =
          topology.sourcesOf(server.node()).stream()
              .map(String::valueOf)
              .collect(Collectors.joining(","));
      table.row(
          Line.of("  " + server.node()),
          Line.of(server.address().toString()),
          Line.of(server.release().id()),
          Line.of(sources.isEmpty() ? "" : "replicates from " + sources),
          server.isRunning()
              ? Line.of("runs, pid " + server.pid(), Tone.GOOD)
              : Line.of("does not run", Tone.BAD));
    }
    lines.addAll(table.lines());
    SandboxAccount admin = SandboxAccount.ADMIN;
    lines.add(
        Line.of("  log in as %s with %s".formatted(admin.user(), admin.password()), Tone.DIM));
    return lines;
  }
}
