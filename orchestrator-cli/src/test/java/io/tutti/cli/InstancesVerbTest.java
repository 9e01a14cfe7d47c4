package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstancesVerbTest extends VerbTest {
  @BeforeEach
  void answer() {
    controller.answering(
        "GET /api/v1/instances",
        200,
        """
        {"items":[
          {"address":"a:1","aliases":["10.0.0.1:1"],"contact":"REACHED","role":"SOURCE","channels":[]},
          {"address":"b:1","aliases":[],"contact":"REACHED","role":"INTERMEDIATE_SOURCE","channels":[
            {"name":"","source":"10.0.0.1:1","receiver":{"state":"RUNNING"},"applier":{"state":"RUNNING"}}]},
          {"address":"c:1","aliases":[],"contact":"REACHED","role":"REPLICA","channels":[
            {"name":"","source":"b:1","receiver":{"state":"RUNNING"},"applier":{"state":"STOPPED"}}]},
          {"address":"d:1","aliases":[],"contact":"FAILED","role":"REPLICA","channels":[
            {"name":"","source":"a:1","receiver":{"state":"RUNNING"},"applier":{"state":"RUNNING"}}]}]}
        """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "instances; a:1 b:1 c:1 d:1",
        "instances --role source; a:1",
        "instances --role intermediate; b:1",
        "instances --role replica; c:1 d:1",
        "instances --replicas-of a:1; b:1 d:1",
        "instances --replicas-of 10.0.0.1:1 --role replica; d:1",
        "instances --sources-of c:1; b:1",
        "instances --sources-of b:1; a:1",
        "instances --trouble; c:1 d:1",
      })
  void namesThoseThatAreWanted(String line, String addresses) {
    CommandRun run = run((line + " -o name").split(" "));

    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines()).containsExactly(addresses.split(" "));
  }

  @Test
  void takesOnlyTheMembersOfACluster() {
    controller.answering(
        "GET /api/v1/clusters/a:1/topology",
        200,
        "{\"name\":\"a:1\",\"instances\":[{\"address\":\"a:1\"},{\"address\":\"c:1\"}]}");

    assertThat(run("instances", "a:1", "-o", "name").out()).isEqualTo("a:1\nc:1\n");
    assertThat(run("instances", "a:1", "--json").out())
        .startsWith("{\"items\":[{\"address\":\"a:1\"")
        .doesNotContain("b:1\",\"aliases");
  }

  @Test
  void listsThemWithTheirStateAndSource() {
    assertThat(run("instances", "--role", "replica").out())
        .contains("INSTANCE", "ROLE", "STATE", "SOURCE")
        .contains("c:1       replica", "applier stopped", "b:1")
        .contains("d:1       replica", "failed");
  }
}
