package io.tutti.plugins.hook.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import io.tutti.spi.hook.Hook;
import io.tutti.spi.hook.HookEvent;
import io.tutti.spi.hook.HookOptions;
import io.tutti.spi.hook.HookOutcome;
import io.tutti.spi.hook.HookPoint;
import io.tutti.spi.hook.Messages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandHookTest {
  private static final Messages NO_MESSAGES =
      options -> {
        throw new IllegalStateException("a command sends none");
      };
  private static final int KEPT_BYTES_MAX = 16 * 1024;
  private static final HookEvent EVENT =
      new HookEvent(
          "op-1-before-fence",
          HookPoint.parse("before-fence").orElseThrow(),
          Instant.parse("2026-11-23T17:00:00Z"),
          false,
          new HookEvent.Cause("op-1", "fence", "alice", Optional.empty(), "It's a \"test\"; $(id)"),
          new HookEvent.About(
              "db1:3306",
              Optional.of(InstanceAddress.parse("db1:3306")),
              Optional.of("shop"),
              Optional.of(InstanceAddress.parse("db2:3307")),
              List.of(InstanceAddress.parse("db2:3307"), InstanceAddress.parse("db3:3306")),
              List.of(InstanceAddress.parse("db1:3306"), InstanceAddress.parse("db2:3307"))));

  @TempDir Path folder;

  @BeforeEach
  void mine() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
  }

  private Path script(String text) throws IOException {
    Path file = folder.resolve("hook.sh");
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static Hook hook(Path program, String... arguments) {
    List<String> command =
        Stream.concat(Stream.of(program.toString()), Stream.of(arguments)).toList();
    return new CommandProvider()
        .open(
            new HookOptions("vip", command, Optional.empty(), Optional.empty(), Map.of()),
            NO_MESSAGES);
  }

  private static HookOutcome call(Hook hook) {
    return hook.call(EVENT, Deadline.after(Duration.ofSeconds(60)));
  }

  private static void assertRefused(Path program, String why) {
    assertThatThrownBy(() -> hook(program))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  @Test
  void theFactsAreInVariablesAndOnStandardInput() throws IOException {
    HookOutcome outcome =
        call(
            hook(
                script(
                    """
                    echo "$1|$2"
                    echo "$TUTTI_EVENT $TUTTI_HOST $TUTTI_PORT $TUTTI_CLUSTER $TUTTI_REPLICAS"
                    echo "$ORC_FAILED_HOST:$ORC_FAILED_PORT $ORC_SUCCESSOR_HOST:$ORC_SUCCESSOR_PORT"
                    echo "$ORC_FAILURE_CLUSTER_ALIAS $ORC_COUNT_REPLICAS <$ORC_IS_SUCCESSFUL>"
                    echo "$TUTTI_REASON"
                    cat\
                    """),
                "a b",
                "$HOME"));

    assertThat(outcome).isInstanceOf(HookOutcome.Succeeded.class);
    assertThat(outcome.output().lines())
        .containsExactly(
            "a b|$HOME",
            "before-fence db1 3306 shop db2:3307,db3:3306",
            "db1:3306 db2:3307",
            "shop 2 <>",
            "It's a \"test\"; $(id)",
            "{\"actor\":\"alice\",\"at\":\"2026-11-23T17:00:00Z\",\"cluster\":\"shop\","
                + "\"event\":\"before-fence\",\"event_id\":\"op-1-before-fence\",\"host\":\"db1\","
                + "\"kind\":\"fence\",\"members\":[\"db1:3306\",\"db2:3307\"],\"operation\":\"op-1\",\"port\":3306,\"reason\":\"It's"
                + " a \\\"test\\\"; $(id)\","
                + "\"replicas\":[\"db2:3307\",\"db3:3306\"],\"sample\":false,\"succeeded\":null,"
                + "\"successor_host\":\"db2\",\"successor_port\":3307,\"target\":\"db1:3306\"}");
  }

  @Test
  void nothingOfTheControllersEnvironmentIsHandedOn() throws IOException {
    HookOutcome outcome = call(hook(script("env")));

    assertThat(outcome.output().lines().map(line -> line.replaceAll("=.*", "")))
        .allMatch(name ->
            name.startsWith("TUTTI_")
                || name.startsWith("ORC_")
                || Set.of("PATH", "HOME", "LANG", "PWD", "SHLVL", "_", "OLDPWD").contains(name));
  }

  @Test
  void oneThatEndsWithAnotherNumberHasFailed() throws IOException {
    assertThat(call(hook(script("echo no such address; exit 3"))))
        .isEqualTo(new HookOutcome.Failed("It ended with 3.", "no such address\n"));
  }

  @Test
  void oneThatHangsIsEndedWithItsChildren() throws IOException {
    Path pids = folder.resolve("pids");
    Hook hook =
        hook(
            script(
                "sh -c 'trap \"\" TERM; echo $$ >>"
                    + pids
                    + "; sleep 300' &\necho $$ >>"
                    + pids
                    + "\necho waits\nwait"));

    HookOutcome outcome = hook.call(EVENT, Deadline.after(Duration.ofSeconds(3)));

    // The shell itself says of its child that it was killed.
    assertThat(outcome.output()).startsWith("waits\n");
    assertThat(outcome)
        .isEqualTo(
            new HookOutcome.Failed(
                "It did not end in time, and was ended with its children.", outcome.output()));
    assertThat(Files.readAllLines(pids)).hasSize(2);
    await()
        .until(() ->
            Files.readAllLines(pids).stream()
                .noneMatch(pid ->
                    ProcessHandle.of(Long.parseLong(pid))
                        .filter(ProcessHandle::isAlive)
                        .isPresent()));
  }

  @Test
  void ofTenMegabytesTheBeginningIsKept() throws IOException {
    HookOutcome outcome = call(hook(script("head -c 10485760 /dev/zero | tr '\\0' x")));

    assertThat(outcome).isInstanceOf(HookOutcome.Succeeded.class);
    assertThat(outcome.output())
        .hasSizeLessThan(KEPT_BYTES_MAX + 100)
        .startsWith("xxxx")
        .endsWith("… (10485760 bytes in all)");
  }

  @Test
  void oneThatDoesNotReadItsInputIsFine() throws IOException {
    assertThat(call(hook(script("exec 0<&-; exit 0")))).isInstanceOf(HookOutcome.Succeeded.class);
  }

  @Test
  void aChildThatIsLeftRunningIsNotWaitedFor() throws IOException {
    Path pid = folder.resolve("pid");
    Hook hook = hook(script("sleep 300 & echo $! >" + pid + "; echo done"));

    assertThat(call(hook)).isEqualTo(new HookOutcome.Succeeded("done\n"));

    ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
        .ifPresent(ProcessHandle::destroyForcibly);
  }

  @Test
  void aMissingProgramOrOneThatIsNotExecutableIsRefused() throws IOException {
    assertRefused(folder.resolve("nothing"), "is not there");
    assertRefused(Path.of("hook.sh"), "is not an absolute path");
    assertRefused(folder, "is not a file");
    Path script = script("exit 0");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rw-r--r--"));
    assertRefused(script, "is not executable");
  }

  @Test
  void oneThatOthersMayChangeIsRefusedAtLoadAndBeforeEachRun() throws IOException {
    Path script = script("exit 0");
    Hook hook = hook(script);
    assertThat(call(hook)).isInstanceOf(HookOutcome.Succeeded.class);

    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxrwxr-x"));
    assertThat(call(hook))
        .isInstanceOfSatisfying(
            HookOutcome.Failed.class,
            failed ->
                assertThat(failed.why())
                    .contains("It was not run")
                    .contains("chmod go-w " + script));
    assertRefused(script, "others than its owner may write to " + script);

    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertRefused(script, "others than its owner may write to " + folder);
  }

  @Test
  void aLinkIsAsGoodAsWhatItLeadsTo() throws IOException {
    Path script = script("echo $0");
    Path link = Files.createSymbolicLink(folder.resolve("link"), script);

    assertThat(call(hook(link)).output().strip()).isEqualTo(script.toRealPath().toString());

    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertRefused(link, "others than its owner may write to " + script.toRealPath());
  }

  @Test
  void optionsOfOtherKindsAreRefused() {
    assertThatThrownBy(() ->
            new CommandProvider()
                .open(
                    new HookOptions(
                        "vip",
                        List.of("/bin/true"),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of("socket", "/run/a")),
                    NO_MESSAGES))
        .hasMessageContaining("has no options");
  }

  @Test
  void whatIsOfAnotherKindIsRefused() {
    assertThatThrownBy(() ->
            new CommandProvider()
                .open(
                    new HookOptions(
                        "vip",
                        List.of("/bin/true"),
                        Optional.of("http://a"),
                        Optional.empty(),
                        Map.of()),
                    NO_MESSAGES))
        .hasMessageContaining("neither a url nor a secret");
    assertThatThrownBy(() ->
            new CommandProvider()
                .open(
                    new HookOptions("vip", List.of(), Optional.empty(), Optional.empty(), Map.of()),
                    NO_MESSAGES))
        .hasMessageContaining("no command");
  }
}
