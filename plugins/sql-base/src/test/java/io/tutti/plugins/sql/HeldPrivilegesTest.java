package io.tutti.plugins.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.spi.AccountGrant;
import io.tutti.spi.knob.ServerKnob;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Lines as 5.7.22, 8.0.15 and MariaDB 10.11.5 print them. */
class HeldPrivilegesTest {
  /** Of a release where SUPER covers all that it may. */
  private static final OperatingGrants GRANTS =
      new OperatingGrants() {
        @Override
        public String of(Work work) {
          return "";
        }

        @Override
        public String forKnob(ServerKnob knob) {
          return "";
        }

        @Override
        public boolean superMayFence() {
          return true;
        }

        @Override
        public boolean superCovers(String privilege) {
          return OperatingGrants.super.superCovers(privilege)
              && !privilege.equals("READ_ONLY ADMIN");
        }
      };

  @Test
  void whatIsNotListedIsMissing() {
    HeldPrivileges held =
        HeldPrivileges.of(
            List.of(
                "GRANT PROCESS, REPLICATION CLIENT ON *.* TO `watcher`@`%`",
                "GRANT REPLICATION_SLAVE_ADMIN ON *.* TO `watcher`@`%`",
                "GRANT SELECT ON `mysql`.* TO `watcher`@`%`"));
    assertThat(held.surelyLack("REPLICATION_SLAVE_ADMIN ON *.*", GRANTS)).isFalse();
    assertThat(held.surelyLack("SYSTEM_VARIABLES_ADMIN ON *.*", GRANTS)).isTrue();
    assertThat(held.surelyLack("SELECT ON *.*", GRANTS)).isTrue();
  }

  @Test
  void superAllAndRolesMayIncludeWhatIsNotListed() {
    for (String line :
        List.of(
            "GRANT SUPER, REPLICATION CLIENT ON *.* TO 'watcher'@'%'",
            "GRANT ALL PRIVILEGES ON *.* TO 'watcher'@'%' WITH GRANT OPTION",
            "GRANT `operator`@`%` TO `watcher`@`%`")) {
      assertThat(HeldPrivileges.of(List.of("GRANT USAGE ON *.* TO `watcher`@`%`", line)))
          .as(line)
          .matches(held -> !held.surelyLack("SYSTEM_VARIABLES_ADMIN ON *.*", GRANTS));
    }
  }

  @Test
  void superDoesNotIncludeReload() {
    HeldPrivileges held =
        HeldPrivileges.of(List.of("GRANT SUPER, REPLICATION CLIENT ON *.* TO 'watcher'@'%'"));
    assertThat(held.surelyLack("RELOAD ON *.*", GRANTS)).isTrue();
    assertThat(held.surelyLack("READ_ONLY ADMIN ON *.*", GRANTS)).isTrue();
    assertThat(held.surelyLack("BINLOG ADMIN ON *.*", GRANTS)).isFalse();
  }

  @Test
  void whatIsLackedOfAListIsNamedByObject() {
    List<AccountGrant> wanted =
        Stream.of(
                "PROCESS ON *.*",
                "SELECT ON mysql.slave_worker_info",
                "SELECT ON performance_schema.threads",
                "SELECT ON performance_schema.error_log",
                "SELECT, INSERT ON tutti.*")
            .map(each -> new AccountGrant(each, AccountGrant.Need.WATCHING, ""))
            .toList();
    List<String> lines =
        List.of(
            "GRANT PROCESS, SUPER ON *.* TO `watcher`@`%`",
            "GRANT SELECT ON `mysql`.* TO `watcher`@`%`",
            "GRANT SELECT ON `performance_schema`.`threads` TO `watcher`@`%`",
            "GRANT SELECT ON `tutti`.* TO `watcher`@`%`");

    assertThat(lacked(lines, wanted))
        .containsExactly("SELECT ON performance_schema.error_log", "SELECT, INSERT ON tutti.*");
    assertThat(lacked(List.of("GRANT ALL PRIVILEGES ON *.* TO `watcher`@`%`"), wanted)).isEmpty();
    assertThat(
            HeldPrivileges.of(List.of("GRANT `operator`@`%` TO `watcher`@`%`"))
                .lacked(wanted, GRANTS)
                .isKnown())
        .as("by a role")
        .isFalse();
  }

  private static List<String> lacked(List<String> lines, List<AccountGrant> wanted) {
    return HeldPrivileges.of(lines).lacked(wanted, GRANTS).asOptional().orElseThrow().stream()
        .map(AccountGrant::privilege)
        .toList();
  }

  @Test
  void aPasswordInTheLineIsNoPrivilege() {
    HeldPrivileges held =
        HeldPrivileges.of(
            List.of("GRANT PROCESS ON *.* TO `watcher`@`%` IDENTIFIED BY PASSWORD '*AB SUPER ON'"));
    assertThat(held.surelyLack("SUPER ON *.*", GRANTS)).isTrue();
  }
}
