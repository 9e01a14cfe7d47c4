package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.ServerVersion;
import io.tutti.spi.FlavorProvider;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plugins are compiled here, each with a "driver" of the same name and another version. */
class PluginFoldersTest {
  private static final String SERVICE = "META-INF/services/io.tutti.spi.FlavorProvider";
  private static final ServerVersion ANY = ServerVersion.parse("1.2.3");

  @TempDir private Path folder;

  @Test
  void loadsEachPluginWithClassesOfItsOwn() throws IOException {
    plugin("one", "1.0");
    plugin("two", "2.0");
    Files.writeString(folder.resolve("README.md"), "no folder");

    List<FlavorProvider> providers = PluginFolders.load(List.of(folder)).flavors();

    assertThat(providers).extracting(FlavorProvider::id).containsExactly("one", "two");
    assertThat(providers.get(0).description()).isEqualTo("driver 1.0");
    assertThat(providers.get(1).description()).isEqualTo("driver 2.0");
  }

  @Test
  void runsPluginCodeWithItsOwnClassLoaderAndGivesTheThreadBack() throws IOException {
    plugin("one", "1.0");
    ClassLoader before = Thread.currentThread().getContextClassLoader();

    List<String> seen =
        PluginFolders.load(List.of(folder)).flavors().getFirst().monitoringGrants(ANY, "");

    assertThat(seen.get(0)).isEqualTo("context: plugin folder " + folder.resolve("one"));
    assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
  }

  @Test
  void hidesTheControllerFromPlugins() throws IOException {
    plugin("one", "1.0");

    List<String> seen =
        PluginFolders.load(List.of(folder)).flavors().getFirst().monitoringGrants(ANY, "");

    assertThat(seen)
        .contains(
            "io.tutti.spi.Target: visible",
            "io.tutti.gtid.GtidSet: visible",
            "org.slf4j.Logger: visible",
            "java.sql.Driver: visible",
            "io.tutti.discovery.Discovery: hidden",
            "org.springframework.boot.SpringApplication: hidden",
            "com.zaxxer.hikari.HikariDataSource: hidden",
            "org.h2.Driver: hidden");
  }

  @Test
  void keepsDriversOfPluginsFromTheController() throws IOException {
    plugin("one", "1.0");

    List<String> seen =
        PluginFolders.load(List.of(folder)).flavors().getFirst().monitoringGrants(ANY, "");

    assertThat(seen).contains("drivers seen by the plugin: plugin.Driver");
    assertThat(DriverManager.drivers().map(driver -> driver.getClass().getName()))
        .doesNotContain("plugin.Driver");
  }

  @Test
  void namesAFolderWithoutJar() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));

    assertBroken(empty, "holds no jar");
  }

  @Test
  void namesAFolderWhoseJarNamesNoProvider() throws IOException {
    Path broken = Files.createDirectory(folder.resolve("broken"));
    jar(
        broken.resolve("some.jar"),
        Map.of("some.txt", "text".getBytes(java.nio.charset.StandardCharsets.UTF_8)));

    assertBroken(broken, "names no provider in META-INF/services/io.tutti.spi.FlavorProvider");
  }

  @Test
  void namesAFolderWhoseProviderIsNotThere() throws IOException {
    Path broken = Files.createDirectory(folder.resolve("broken"));
    jar(
        broken.resolve("some.jar"),
        Map.of(SERVICE, "plugin.Missing".getBytes(java.nio.charset.StandardCharsets.UTF_8)));

    assertBroken(broken, "could not be loaded", "plugin.Missing not found");
  }

  @Test
  void namesAFolderWhoseJarIsDamaged() throws IOException {
    Path broken = Files.createDirectory(folder.resolve("broken"));
    Files.writeString(broken.resolve("some.jar"), "no jar at all");

    assertBroken(broken, "names no provider");
  }

  @Test
  void passesOverFoldersThatAreNotThere() {
    assertThat(PluginFolders.load(List.of(folder.resolve("nothing"))).isEmpty()).isTrue();
  }

  private void assertBroken(Path broken, String... reasons) {
    assertThatThrownBy(() -> PluginFolders.load(List.of(folder)))
        .isInstanceOfSatisfying(
            OrchestratorException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION);
              assertThat(e.target()).isEqualTo(broken.toString());
              assertThat(e.observed()).contains(broken.toString()).contains(reasons);
            });
  }

  private void plugin(String id, String driverVersion) throws IOException {
    Path work = Files.createTempDirectory(folder.getParent(), "compile");
    Path sources = Files.createDirectories(work.resolve("plugin"));
    Files.writeString(sources.resolve("Driver.java"), DRIVER.replace("VERSION", driverVersion));
    Files.writeString(sources.resolve("Provider.java"), PROVIDER.replace("ID", id));
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                OutputStream.nullOutputStream(),
                System.err,
                "-cp",
                System.getProperty("java.class.path"),
                "-proc:none",
                "-d",
                work.toString(),
                sources.resolve("Driver.java").toString(),
                sources.resolve("Provider.java").toString());
    assertThat(result).isZero();
    Path target = Files.createDirectory(folder.resolve(id));
    jar(
        target.resolve("driver.jar"),
        Map.of("plugin/Driver.class", Files.readAllBytes(sources.resolve("Driver.class"))));
    jar(
        target.resolve("provider.jar"),
        Map.of(
            "plugin/Provider.class",
            Files.readAllBytes(sources.resolve("Provider.class")),
            SERVICE,
            "plugin.Provider".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
  }

  private static void jar(Path file, Map<String, byte[]> entries) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file))) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        out.putNextEntry(new JarEntry(entry.getKey()));
        out.write(entry.getValue());
        out.closeEntry();
      }
    }
  }

  private static final String DRIVER =
      """
      package plugin;
      public class Driver implements java.sql.Driver {
        public static final String DESCRIPTION = "driver VERSION".toString();
        static {
          try { java.sql.DriverManager.registerDriver(new Driver()); }
          catch (java.sql.SQLException e) { throw new IllegalStateException(e); }
        }
        public java.sql.Connection connect(String url, java.util.Properties info) { return null; }
        public boolean acceptsURL(String url) { return false; }
        public java.sql.DriverPropertyInfo[] getPropertyInfo(String url, java.util.Properties info) {
          return new java.sql.DriverPropertyInfo[0];
        }
        public int getMajorVersion() { return 1; }
        public int getMinorVersion() { return 0; }
        public boolean jdbcCompliant() { return false; }
        public java.util.logging.Logger getParentLogger() { return null; }
      }
      """;

  private static final String PROVIDER =
      """
      package plugin;
      import io.tutti.model.*;
      import io.tutti.spi.*;
      import io.tutti.spi.backup.BackupGuide;
      import io.tutti.spi.fence.FenceGuide;
      import java.util.*;
      public class Provider implements FlavorProvider {
        public String id() { return "ID"; }
        public String description() { return Driver.DESCRIPTION; }
        public Set<Capability> capabilities() { return Set.of(); }
        public boolean canConnect(Greeting greeting) { return false; }
        public Detection detect(ServerBanner banner) { return new Detection.Declined("no"); }
        public InstanceClient open(Target target) { throw new UnsupportedOperationException(); }
        public ReplicationStatements replicationStatements(ServerVersion version) {
          throw new UnsupportedOperationException();
        }
        public BackupGuide backups(ServerVersion version) {
          throw new UnsupportedOperationException();
        }
        public FenceGuide fencing(ServerVersion version) {
          throw new UnsupportedOperationException();
        }
        public boolean takes(ServerVersion version) { return true; }
        public ServerVersion newestRelease() { return ServerVersion.parse("1.2.3"); }
        public List<AccountGrant> grants(ServerVersion version) { return List.of(); }
        public List<String> monitoringGrants(ServerVersion version, String account) {
          List<String> seen = new ArrayList<>();
          seen.add("context: " + Thread.currentThread().getContextClassLoader());
          for (String name : List.of("io.tutti.spi.Target", "io.tutti.gtid.GtidSet", "org.slf4j.Logger",
              "java.sql.Driver", "io.tutti.discovery.Discovery", "org.springframework.boot.SpringApplication",
              "com.zaxxer.hikari.HikariDataSource", "org.h2.Driver")) {
            try {
              Class.forName(name);
              seen.add(name + ": visible");
            } catch (ClassNotFoundException e) {
              seen.add(name + ": hidden");
            }
          }
          Driver.DESCRIPTION.length();
          java.sql.DriverManager.drivers().forEach(driver ->
              seen.add("drivers seen by the plugin: " + driver.getClass().getName()));
          return seen;
        }
      }
      """;
}
