package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxException;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each statement that a page in docs/findings names is one that a server takes. */
@Matrix
class PagesOfFindingsTest {
  private static final Pattern STATEMENT =
      Pattern.compile("`((?:ALTER|CHANGE|FLUSH|GRANT|RESET|SET|SHOW|START|STOP) [^`]+)`");

  /** Names of a kind of statement. */
  private static final Set<String> PARTS = Set.of("GRANT PROCESS ON *.*", "SET PERSIST");

  private static List<String> statements() {
    return PageBlock.pages().stream()
        .filter(page -> page.startsWith("findings/"))
        .flatMap(page -> STATEMENT.matcher(PageBlock.whole(page)).results())
        .map(found -> found.group(1))
        .filter(statement -> !PARTS.contains(statement))
        .distinct()
        .toList();
  }

  /** On a replica of an old release, or else of a new one: words differ. */
  @Test
  void statementsAreTaken() {
    try (Sandbox old = replicating(ServerRelease.MYSQL_5_7_22);
        Sandbox recent = replicating(ServerRelease.MYSQL_9_7)) {
      List<String> refused = new ArrayList<>();
      for (String statement : statements()) {
        if (Stream.of(old, recent).noneMatch(each -> isTaken(each.server(2), statement))) {
          refused.add(statement);
        }
      }

      assertThat(statements()).hasSizeGreaterThan(5);
      assertThat(refused).isEmpty();
    }
  }

  private static Sandbox replicating(ServerRelease release) {
    return Sandbox.builder().fastTimeouts().release(release).topology("1>2").start();
  }

  private static boolean isTaken(SandboxServer server, String statement) {
    String real =
        statement
            .replace("<a number of its own>", "4711")
            .replace("UUID:NUMBER", "0a920ab0-e5bb-11f1-a568-02fc00000001:4");
    try {
      server.execute(real.split("; *"));
      return true;
    } catch (SandboxException e) {
      return false;
    }
  }
}
