package io.tutti.stories;

import io.tutti.sandbox.Row;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * How it ended: of each server what it says itself, and what the controller says of all.
 *
 * @param findings what the controller finds in the end
 */
record Truth(
    Map<Integer, Server> servers,
    List<JsonNode> incidents,
    List<JsonNode> findings,
    List<JsonNode> operations) {

  /**
   * @param rows schema and id, and the tag
   * @param counters of each schema
   * @param replication empty when it replicates from nobody
   * @param source the node that it replicates from, else 0
   * @param caughtUp it has received and applied all that its source has, by their places
   * @param recovery what it wrote of its binlog when it recovered from crashes
   */
  record Server(
      int node,
      String address,
      Map<String, Long> rows,
      List<String> counters,
      boolean readOnly,
      Optional<Row> replication,
      int source,
      boolean caughtUp,
      List<String> recovery) {

    Set<Long> tags() {
      return new HashSet<>(rows.values());
    }

    boolean runsWithoutError() {
      return replication
          .filter(row -> row.firstText("Slave_IO_Running").equals("Yes"))
          .filter(row -> row.firstText("Slave_SQL_Running").equals("Yes"))
          .isPresent();
    }

    String applierError() {
      return replication.map(row -> row.firstText("Last_SQL_Error")).orElse("");
    }

    /** What one has and the other has not, without the rows of these numbers. */
    Map<String, Long> beyond(Server other, Set<Long> leftOut) {
      Map<String, Long> more = new HashMap<>(rows);
      more.keySet()
          .removeIf(key -> leftOut.contains(Long.parseLong(key.substring(key.indexOf(':') + 1))));
      more.entrySet().removeIf(row -> row.getValue().equals(other.rows.get(row.getKey())));
      return more;
    }
  }

  Server server(int node) {
    Server server = servers.get(node);
    if (server == null) {
      throw new IllegalArgumentException("There is no node " + node);
    }
    return server;
  }

  /** Of one server, the oldest first. */
  List<JsonNode> incidentsOf(String address) {
    return incidents.stream()
        .filter(each -> each.at("/instance").asString().equals(address))
        .sorted(java.util.Comparator.comparing(each -> each.at("/noticedAt").asString()))
        .toList();
  }

  Set<String> findingsOf(String address) {
    Set<String> codes = new HashSet<>();
    findings.stream()
        .filter(each ->
            (each.at("/subject").asString() + " ").startsWith(address + " ")
                || each.at("/subject").asString().startsWith(address + "/"))
        .forEach(each -> codes.add(each.at("/code").asString()));
    return codes;
  }
}
