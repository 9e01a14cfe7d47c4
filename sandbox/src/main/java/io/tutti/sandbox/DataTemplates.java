package io.tutti.sandbox;

import io.tutti.sandbox.binaries.CacheFolder;
import io.tutti.sandbox.binaries.InstalledServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Initialised data directories, made once per release and copied for each server: a copy is up in
 * well under a second where initialising takes many. They hold the accounts and nothing else; the
 * identity of a server (auto.cnf) is not among it.
 */
final class DataTemplates {

  private static final Pattern NOT_COPIED =
      Pattern.compile("auto\\.cnf|server\\.sock.*|ibtmp.*|ib_buffer_pool|.*\\.pid|binlog\\..*");

  /** The scripts that make the system tables, in order, where the server does not do it itself. */
  private static final List<String> SYSTEM_TABLE_SCRIPTS =
      List.of("_system_tables.sql", "_performance_tables.sql", "_sys_schema.sql");

  private final CacheFolder cache;

  DataTemplates(CacheFolder cache) {
    this.cache = cache;
  }

  /** The data directory of a server that was never used; do not start a server in it. */
  Path require(InstalledServer server) {
    String name = "templates/%s-%s".formatted(server.release().id(), recipeHash(server));
    return cache.require(name, folder -> make(server, folder));
  }

  private void make(InstalledServer server, Path target) throws IOException {
    try (GuardedFolder guarded = GuardedFolder.temporary()) {
      Path folder = Files.createDirectory(guarded.path().resolve("template"));
      ServerProcess process = new ServerProcess(server, folder);
      ServerOptions options = new ServerOptions(server.release());
      int port = FreePorts.next();
      List<String> lines = new ArrayList<>(options.storage());
      lines.addAll(options.process(server, folder, port));
      process.configure(lines);
      initialise(server, process);
      Path accounts = folder.resolve("accounts.sql");
      Files.write(accounts, accountStatements(server.release()));
      List<String> extra = new ArrayList<>(List.of("init_file=" + accounts));
      if (isMySqlFrom(server.release(), 8, 0)) {
        extra.add("skip_log_bin");
      }
      process.launch(extra);
      process.awaitLogins(new ServerAddress("127.0.0.1", port));
      process.stop();
      copy(folder.resolve("data"), target);
    }
  }

  private static void initialise(InstalledServer server, ServerProcess process) throws IOException {
    boolean initialisesItself = isMySqlFrom(server.release(), 5, 7);
    List<String> command = new ArrayList<>(server.command());
    command.add("--defaults-file=" + process.configurationFile());
    command.add(initialisesItself ? "--initialize-insecure" : "--bootstrap");
    Path console = process.folder().resolve("console.log");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(process.folder().toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(console.toFile()));
    builder.environment().putAll(server.environment());
    String script = initialisesItself ? "" : systemTables(server);
    Process running = builder.start();
    try {
      try (OutputStream input = running.getOutputStream()) {
        input.write(script.getBytes(StandardCharsets.UTF_8));
      } catch (IOException endedEarly) {
        // Its exit code and its log, below, show more.
      }
      if (running.waitFor() != 0) {
        throw new IOException(
            "%s could not initialise its data directory:%n%s"
                .formatted(server.release(), process.log()));
      }
    } catch (InterruptedException e) {
      running.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while initialising " + server.release(), e);
    }
  }

  private static String systemTables(InstalledServer server) throws IOException {
    StringBuilder script = new StringBuilder("create database mysql;\nuse mysql;\n");
    for (String ending : SYSTEM_TABLE_SCRIPTS) {
      Optional<Path> file;
      try (Stream<Path> files = Files.list(server.shareDirectory())) {
        file = files.filter(path -> path.toString().endsWith(ending)).findFirst();
      }
      if (file.isPresent()) {
        script.append(Files.readString(file.get())).append("\nuse mysql;\n");
      }
    }
    return script.toString();
  }

  private static List<String> accountStatements(ServerRelease release) {
    SandboxAccount admin = SandboxAccount.ADMIN;
    SandboxAccount replication = SandboxAccount.REPLICATION;
    List<String> statements = new ArrayList<>();
    statements.add("SET SESSION sql_log_bin=0;");
    statements.add(createUser(admin));
    statements.add("GRANT ALL PRIVILEGES ON *.* TO '%s'@'%%' WITH GRANT OPTION;".formatted(admin));
    statements.add(createUser(replication));
    statements.add("GRANT REPLICATION SLAVE ON *.* TO '%s'@'%%';".formatted(replication));
    if (isMySqlFrom(release, 5, 7)) {
      statements.add(
          "ALTER USER '%s'@'localhost' IDENTIFIED BY '%s';".formatted(admin, admin.password()));
    }
    return statements;
  }

  private static String createUser(SandboxAccount account) {
    return "CREATE USER '%s'@'%%' IDENTIFIED BY '%s';".formatted(account, account.password());
  }

  private static boolean isMySqlFrom(ServerRelease release, int major, int minor) {
    return release.family() == ServerFamily.MYSQL && release.isAtLeast(major, minor);
  }

  /** A template made by another recipe is another template. */
  private static String recipeHash(InstalledServer server) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      List<String> recipe = new ArrayList<>(new ServerOptions(server.release()).storage());
      recipe.addAll(accountStatements(server.release()));
      recipe.addAll(SYSTEM_TABLE_SCRIPTS);
      digest.update(String.join("\n", recipe).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest(), 0, 4);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256", e);
    }
  }

  /** Copies a data directory into an existing folder, without what identifies or locks a server. */
  static void copy(Path from, Path to) {
    try (Stream<Path> paths = Files.walk(from)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        Path relative = from.relativize(path);
        if (path.equals(from) || NOT_COPIED.matcher(relative.toString()).matches()) {
          continue;
        }
        Files.copy(path, to.resolve(relative));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot copy %s to %s".formatted(from, to), e);
    }
  }
}
