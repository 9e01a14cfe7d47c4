package io.tutti.plugins.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines as 5.7.22, 8.0.15 and MariaDB 10.11.5 print them. */
class HeldPrivilegesTest {
  @Test
  void whatIsNotListedIsMissing() {
    HeldPrivileges held =
        HeldPrivileges.of(
            List.of(
                "GRANT PROCESS, REPLICATION CLIENT ON *.* TO `watcher`@`%`",
                "GRANT REPLICATION_SLAVE_ADMIN ON *.* TO `watcher`@`%`",
                "GRANT SELECT ON `mysql`.* TO `watcher`@`%`"));
    assertThat(held.surelyLack("REPLICATION_SLAVE_ADMIN ON *.*")).isFalse();
    assertThat(held.surelyLack("SYSTEM_VARIABLES_ADMIN ON *.*")).isTrue();
    assertThat(held.surelyLack("SELECT ON *.*")).isTrue();
  }

  @Test
  void superAllAndRolesMayStandForWhatIsNotListed() {
    for (String line :
        List.of(
            "GRANT SUPER, REPLICATION CLIENT ON *.* TO 'watcher'@'%'",
            "GRANT ALL PRIVILEGES ON *.* TO 'watcher'@'%' WITH GRANT OPTION",
            "GRANT `operator`@`%` TO `watcher`@`%`")) {
      assertThat(HeldPrivileges.of(List.of("GRANT USAGE ON *.* TO `watcher`@`%`", line)))
          .as(line)
          .matches(held -> !held.surelyLack("SYSTEM_VARIABLES_ADMIN ON *.*"));
    }
  }

  @Test
  void superDoesNotStandForReload() {
    HeldPrivileges held =
        HeldPrivileges.of(List.of("GRANT SUPER, REPLICATION CLIENT ON *.* TO 'watcher'@'%'"));
    assertThat(held.surelyLack("RELOAD ON *.*")).isTrue();
  }

  @Test
  void aPasswordInTheLineIsNoPrivilege() {
    HeldPrivileges held =
        HeldPrivileges.of(
            List.of("GRANT PROCESS ON *.* TO `watcher`@`%` IDENTIFIED BY PASSWORD '*AB SUPER ON'"));
    assertThat(held.surelyLack("SUPER ON *.*")).isTrue();
  }
}
