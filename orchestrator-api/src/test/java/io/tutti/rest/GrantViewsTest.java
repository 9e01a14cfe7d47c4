package io.tutti.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.api.GrantsView.StatementView;
import io.tutti.error.Acts;
import io.tutti.model.ServerVersion;
import io.tutti.spi.AccountGrant;
import io.tutti.spi.AccountGrant.Need;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrantViewsTest {
  private static final String OFF = "SET SESSION sql_log_bin = 0";
  private static final String ON = "SET SESSION sql_log_bin = 1";
  private static final String GRANT = "GRANT SUPER ON *.* TO 'it''s'@'10.%'";

  @Test
  void anAccountThatIsThereIsNotMadeAgain() {
    assertThat(statements(false))
        .containsExactly(OFF, "CREATE USER 'it''s'@'10.%' IDENTIFIED BY '<password>'", GRANT, ON);
    assertThat(statements(true)).containsExactly(OFF, GRANT, ON);
  }

  @Test
  void asARemedyItIsAskedForTheVeryAccount() {
    assertThat(ActRequests.text(Acts.showGrants("mysql-5.7", "5.7.22", "tutti", "10.%")))
        .isEqualTo(
            "GET /api/v1/grants?flavor=mysql-5.7&version=5.7.22&user=tutti&host=10.%25&existing=true");
  }

  private static List<String> statements(boolean existing) {
    return new GrantViews(
            "mysql-5.7",
            ServerVersion.parse("5.7.22"),
            List.of(new AccountGrant("SUPER ON *.*", Need.OPERATING, "fence")))
        .of(new GrantViews.Account("it's", "10.%", existing), false).statements().stream()
            .map(StatementView::sql)
            .toList();
  }
}
