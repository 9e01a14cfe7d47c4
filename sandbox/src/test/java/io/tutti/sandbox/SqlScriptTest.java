package io.tutti.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SqlScriptTest {

  @Test
  void endsStatementsAtSemicolonsAndLeavesOutComments() {
    SqlScript script =
        SqlScript.parse(
            """
            -- The account; run this on each server.
            CREATE USER 'tutti'@'%' IDENTIFIED BY 'it''s;--\\' 1';  -- logs in
            GRANT SELECT
              ON *.* TO 'tutti'@'%'; # reads
            --
            SELECT 5 --1, `a;b`, "c#d"
            """);

    assertThat(script.statements())
        .containsExactly(
            "CREATE USER 'tutti'@'%' IDENTIFIED BY 'it''s;--\\' 1'",
            "GRANT SELECT\n  ON *.* TO 'tutti'@'%'", "SELECT 5 --1, `a;b`, \"c#d\"");
  }

  @Test
  void hasNoStatementWhereThereAreOnlyCommentsAndSemicolons() {
    assertThat(SqlScript.parse("-- nothing\n;; # at all").statements()).isEmpty();
    assertThat(SqlScript.parse("SELECT 'not ended").statements())
        .containsExactly("SELECT 'not ended");
  }
}
