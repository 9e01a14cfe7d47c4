package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LabelVerbsTest extends VerbTest {
  @Test
  void givesAndTakesAnAlias() {
    controller.answering(
        "POST /api/v1/clusters/db1:3306/aliases",
        200,
        "{\"name\":\"db1:3306\",\"aliases\":[\"orders\"]}");
    controller.answering(
        "DELETE /api/v1/clusters/orders/aliases/orders",
        200,
        "{\"name\":\"db1:3306\",\"aliases\":[]}");

    assertThat(run("cluster", "alias", "db1:3306", "orders").out())
        .isEqualTo("The cluster db1:3306 is called orders.\n");
    assertThat(controller.requests().getFirst()).contains("{\"name\":\"orders\"}");
    assertThat(run("cluster", "alias", "orders", "orders", "--remove").out())
        .isEqualTo("The cluster db1:3306 has no alias.\n");
  }

  @Test
  void showsAliasesInTheListAndInTheTopology() {
    controller.answering(
        "GET /api/v1/clusters",
        200,
        "{\"items\":[{\"name\":\"db1:3306\",\"aliases\":[\"orders\"],\"heads\":[\"db1:3306\"]}]}");
    controller.answering(
        "GET /api/v1/clusters/orders/topology",
        200,
        "{\"name\":\"db1:3306\",\"aliases\":[\"orders\"],\"heads\":[],\"instances\":[]}");

    assertThat(run("clusters").out()).contains("ALIAS", "db1:3306  orders");
    assertThat(run("topology", "orders").out()).startsWith("orders  db1:3306  0 instances");
  }

  @Test
  void setsRemovesAndListsTags() {
    String view = "{\"address\":\"db2:3306\",\"tags\":{\"rack\":\"a4\",\"env\":\"prod\"}}";
    controller.answering("POST /api/v1/instances/db2:3306/tags", 200, view);
    controller.answering(
        "DELETE /api/v1/instances/db2:3306/tags/env",
        200,
        "{\"address\":\"db2:3306\",\"tags\":{}}");
    controller.answering(
        "GET /api/v1/instances?tag=env%3Dprod&tag=rack%3Da4",
        200, "{\"items\":[%s,{\"address\":\"db3:3306\"}]}".formatted(view));

    assertThat(run("tag", "set", "db2:3306", "env=prod", "rack=a4").out())
        .isEqualTo("db2:3306 has the tags env=prod rack=a4\n");
    assertThat(controller.requests().getFirst())
        .contains("{\"tags\":{\"env\":\"prod\",\"rack\":\"a4\"}}");
    assertThat(run("tag", "remove", "db2:3306", "env").out()).isEqualTo("db2:3306 has no tags.\n");
    assertThat(run("tag", "list", "--tag", "env=prod", "--tag", "rack=a4").out())
        .contains("db2:3306", "env=prod", "rack=a4")
        .doesNotContain("db3:3306");
  }

  @Test
  void saysWhoSetATagWhyAndUntilWhen() {
    String view =
        """
        {"address":"db2:3306","cluster":"orders","tags":{"rack":"a4","env":"prod"},
         "tagDetails":[{"name":"env","value":"prod","owner":"ada","reason":"audit",
                        "until":"2026-11-23T12:00:00Z"}]}\
        """;
    controller.answering("POST /api/v1/instances/db2:3306/tags?reason=audit", 200, view);
    controller.answering("GET /api/v1/instances", 200, "{\"items\":[%s]}".formatted(view));

    run("tag", "set", "db2:3306", "env=prod", "--for", "2h", "--reason", "audit");
    assertThat(controller.requests().getFirst())
        .contains("{\"tags\":{\"env\":\"prod\"},\"ttl\":\"PT2H\"}");
    assertThat(run("tag", "list").out())
        .isEqualTo(
            """
            INSTANCE  CLUSTER  TAG       OWNER  UNTIL                 REASON
            db2:3306  orders   env=prod  ada    2026-11-23T12:00:00Z  audit
            db2:3306  orders   rack=a4          it is removed
            """);
  }
}
