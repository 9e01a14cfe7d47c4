package io.tutti.stories;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.sandbox.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Each oracle finds what it is for, and nothing where all is as it was said. */
class OracleTest {
  private static final Instant BEGAN = Instant.parse("2026-11-22T01:00:00Z");
  private static final Instant NOTICED = Instant.parse("2026-11-22T01:00:20Z");
  private static final Map<String, Long> WHOLE = Map.of("st_a:1", 1L, "st_b:1", 2L);
  private static final Map<String, Long> LACKING = Map.of("st_a:1", 1L);

  private static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text.replace('\'', '"'));
  }

  private static JsonNode incident(String ended, String cost, boolean open, String lostOnSource) {
    return incident(ended, cost, open, lostOnSource, NOTICED);
  }

  private static JsonNode incident(
      String ended, String cost, boolean open, String lostOnSource, Instant noticed) {
    return json(
        """
        {'id':'i1','instance':'h:1','noticedAt':'%s','ended':{'value':'%s'},'cost':'%s',
         'open':%s,'settled':true,'why':'','replicas':[{'address':'h:2','lostOnSource':'%s'}]}\
        """
            .formatted(noticed, ended, cost, open, lostOnSource));
  }

  private static Truth.Server server(int node, Map<String, Long> rows) {
    Map<String, String> running =
        Map.of(
            "Slave_IO_Running",
            "Yes",
            "Slave_SQL_Running",
            "Yes",
            "Last_SQL_Errno",
            "0",
            "Last_IO_Errno",
            "0",
            "Last_SQL_Error",
            "");
    return new Truth.Server(
        node,
        "h:" + node,
        rows,
        List.of(),
        node != 1,
        node == 1 ? Optional.empty() : Optional.of(new Row(running)),
        node == 1 ? 0 : 1,
        node != 1,
        List.of());
  }

  /** A source of which a client was acknowledged both rows, and its replica, which has them. */
  private static Played played(
      Map<String, Long> ofSource, List<Deed> deeds, List<JsonNode> incidents, String... findings) {
    return played(ofSource, deeds, incidents, Map.of(), Set.of(), findings);
  }

  private static Played played(
      Map<String, Long> ofSource,
      List<Deed> deeds,
      List<JsonNode> incidents,
      Map<String, String> variables,
      Set<Played.StoppedThread> stopped,
      String... findings) {
    Map<Integer, Truth.Server> servers = new HashMap<>();
    servers.put(1, server(1, ofSource));
    servers.put(2, server(2, WHOLE));
    List<JsonNode> found =
        List.of(findings).stream()
            .map(code -> json("{'code':'%s','subject':'h:2/'}".formatted(code)))
            .toList();
    return new Played(
        Story.draw(1),
        List.of(),
        deeds,
        List.of(ack(1), ack(2)),
        new Played.AtTheEnd(stopped, variables, Set.of(), Set.of(), List.of(), true),
        new Truth(servers, incidents, found, List.of()));
  }

  private static Clients.Ack ack(long tag) {
    return new Clients.Ack(tag, 1, BEGAN, BEGAN.plusSeconds(1));
  }

  private static Deed ended(Deed.End how) {
    return new Deed.Ended(BEGAN.plusSeconds(10), 1, how);
  }

  private static List<String> kinds(Played played) {
    return Oracle.judgeAll(played).stream().map(Oracle.Violation::kind).sorted().toList();
  }

  @Test
  void findsNothingWhereAllIsAsItWasSaid() {
    assertThat(kinds(played(WHOLE, List.of(), List.of()))).isEmpty();
    assertThat(
            kinds(
                played(
                    LACKING,
                    List.of(ended(Deed.End.KILLED)),
                    List.of(incident("CUT_OFF", "COMMITS", true, "named")))))
        .isEmpty();
  }

  @Test
  void findsALossThatIsCalledNothing() {
    assertThat(
            kinds(
                played(
                    LACKING,
                    List.of(ended(Deed.End.KILLED)),
                    List.of(incident("CUT_OFF", "NONE_BY_SETTINGS", false, "none")))))
        .containsExactly(
            "DIFFERS_IN_SILENCE", "LOSS_CALLED_NOTHING", "REPLICA_SAID_TO_HAVE_NOTHING");
  }

  @Test
  void aCrashThatIsReportedIsNotCountedAgainForTheShutdownAfterIt() {
    Deed killed = new Deed.Ended(NOTICED.minusMillis(200), 1, Deed.End.KILLED);
    Deed shutDown = new Deed.Ended(NOTICED.plusSeconds(3), 1, Deed.End.SHUT_DOWN);
    JsonNode crash = incident("CUT_OFF", "COMMITS", true, "named", NOTICED);
    JsonNode shutdown = incident("STOPPED", "NONE", false, "none", NOTICED.plusSeconds(5));

    assertThat(kinds(played(WHOLE, List.of(killed, shutDown), List.of(crash, shutdown)))).isEmpty();
    assertThat(kinds(played(WHOLE, List.of(killed, shutDown), List.of(shutdown))))
        .containsExactly("CRASH_CALLED_SHUTDOWN");
  }

  @Test
  void findsACrashThatIsCalledAShutdownAndTheOtherWayRound() {
    assertThat(
            kinds(
                played(
                    WHOLE,
                    List.of(ended(Deed.End.KILLED)),
                    List.of(incident("STOPPED", "NONE", false, "none")))))
        .containsExactly("CRASH_CALLED_SHUTDOWN");
    assertThat(
            kinds(
                played(
                    WHOLE,
                    List.of(ended(Deed.End.SHUT_DOWN)),
                    List.of(incident("CUT_OFF", "COMMITS", true, "none")))))
        .containsExactly("SHUTDOWN_CALLED_CRASH");
    assertThat(kinds(played(WHOLE, List.of(ended(Deed.End.KILLED)), List.of())))
        .containsExactly("CRASH_NOT_NOTICED");
  }

  @Test
  void findsADifferenceOnlyWhereNothingIsSaidOfIt() {
    assertThat(kinds(played(LACKING, List.of(), List.of(), "BINLOG_WITHOUT_READERS")))
        .containsExactly("DIFFERS_IN_SILENCE");
    assertThat(kinds(played(LACKING, List.of(), List.of(), "APPLIER_FAILED"))).isEmpty();
  }

  @Test
  void findsAPersonWhoIsOverruled() {
    Deed stop = new Deed.ThreadsSet(BEGAN.plusSeconds(5), 2, Act.Threads.APPLIER, false);
    Deed set = new Deed.VariableSet(BEGAN.plusSeconds(5), 2, "sync_binlog", "0");
    assertThat(
            kinds(
                played(
                    WHOLE, List.of(stop, set), List.of(), Map.of("2 sync_binlog", "1"), Set.of())))
        .containsExactly("SETTING_OVERRULED", "STOP_OVERRULED");
    assertThat(
            kinds(
                played(
                    WHOLE,
                    List.of(stop, set),
                    List.of(),
                    Map.of("2 sync_binlog", "0"),
                    Set.of(new Played.StoppedThread(2, true)))))
        .isEmpty();
  }

  /** Of what a server answers Tutti says what it means. */
  @Test
  void findsAnAnswerThatWasNotUnderstood() {
    Act.Ask fence = new Act.Ask(Act.Wish.FENCE, 1, 0, false);
    Deed failed =
        new Deed.Asked(
            BEGAN, 1, fence, 422, json("{'code':'STATEMENT_FAILED','observed':'error 1053'}"));
    Deed refused = new Deed.Asked(BEGAN, 1, fence, 422, json("{'code':'MISSING_PRIVILEGE'}"));
    assertThat(kinds(played(WHOLE, List.of(failed), List.of())))
        .containsExactly("ANSWER_NOT_UNDERSTOOD");
    assertThat(kinds(played(WHOLE, List.of(refused), List.of()))).isEmpty();
  }

  /** By name it has nothing: of rows it is said that it may have them. */
  @Test
  void findsNoFaultWithASentenceThatLeavesRowsOpen() {
    Deed killed = ended(Deed.End.KILLED);
    JsonNode rows =
        json(
            incident("CUT_OFF", "COMMITS", true, "none")
                .toString()
                .replace('"', '\'')
                .replace("'settled'", "'missing':['ROWS'],'settled'"));
    assertThat(kinds(played(LACKING, List.of(killed), List.of(rows)))).isEmpty();
    assertThat(
            kinds(
                played(
                    LACKING,
                    List.of(killed),
                    List.of(incident("CUT_OFF", "COMMITS", true, "none")))))
        .containsExactly("REPLICA_SAID_TO_HAVE_NOTHING");
  }

  @Test
  void findsARestartThatIsOverThoughWhatReplicasHaveIsNotKnown() {
    Deed killed = ended(Deed.End.KILLED);
    assertThat(
            kinds(
                played(
                    WHOLE,
                    List.of(killed),
                    List.of(incident("CUT_OFF", "NONE_BY_SETTINGS", false, "unknown")))))
        .containsExactly("UNKNOWN_CALLED_OVER");
    assertThat(
            kinds(
                played(
                    WHOLE,
                    List.of(killed),
                    List.of(incident("CUT_OFF", "NONE_BY_SETTINGS", true, "unknown")))))
        .isEmpty();
  }

  /** Of the source's first process it has all; what the second one wrote has names of the first. */
  @Test
  void whatASourceGaveAUsedNameToWasNotReceived() {
    Deed cut = new Deed.Cut(BEGAN.minusSeconds(1), 1);
    Deed received = new Deed.Received(BEGAN.plusSeconds(2), 2, 1, Set.of(1L, 2L));
    assertThat(kinds(resolved(List.of(received)))).containsExactly("RESOLVED_WITH_LOSS");
    assertThat(kinds(resolved(List.of(cut, received)))).isEmpty();
    Deed cutLater = new Deed.Cut(BEGAN.plusSeconds(3), 1);
    assertThat(kinds(resolved(List.of(received, cutLater)))).containsExactly("RESOLVED_WITH_LOSS");
  }

  /** The replica lacks a row, and took the place of the source. */
  private static Played resolved(List<Deed> deeds) {
    List<Deed> all = new ArrayList<>(deeds);
    Act.Ask ask = new Act.Ask(Act.Wish.RESOLVE, 1, 0, true);
    all.add(new Deed.Asked(BEGAN.plusSeconds(20), 1, ask, 202, json("{'id':'o1'}")));
    Truth.Server head = server(2, LACKING);
    Truth.Server alone =
        new Truth.Server(
            2, "h:2", head.rows(), List.of(), false, Optional.empty(), 0, false, List.of());
    return new Played(
        byGtid(),
        List.of(),
        all,
        List.of(ack(1), ack(2)),
        new Played.AtTheEnd(Set.of(), Map.of(), Set.of(1), Set.of(), List.of(), true),
        new Truth(
            Map.of(1, fencedSource(), 2, alone),
            List.of(),
            List.of(),
            List.of(json("{'id':'o1','kind':'crash.resolve','state':'SUCCEEDED'}"))));
  }

  /** Fenced seconds before a client begins; what its next process took is reported elsewhere. */
  @Test
  void findsAWriteThroughAFenceOfTheProcessThatWasFenced() {
    Deed before = new Deed.Ended(BEGAN.minusSeconds(9), 1, Deed.End.SHUT_DOWN);
    Deed meanwhile = new Deed.Ended(BEGAN.minusSeconds(5), 1, Deed.End.SHUT_DOWN);
    assertThat(kinds(fenced(List.of()))).containsExactly("WRITE_THROUGH_FENCE");
    assertThat(kinds(fenced(List.of(before)))).containsExactly("WRITE_THROUGH_FENCE");
    assertThat(kinds(fenced(List.of(meanwhile)))).isEmpty();
  }

  private static Played fenced(List<Deed> deeds) {
    return new Played(
        Story.draw(1),
        List.of(),
        deeds,
        List.of(ack(1)),
        new Played.AtTheEnd(Set.of(), Map.of(), Set.of(1), Set.of(), List.of(), true),
        new Truth(
            Map.of(1, fencedSource()),
            List.of(),
            List.of(),
            List.of(
                json(
                    """
                    {'id':'o1','kind':'fence','target':'h:1','state':'SUCCEEDED',
                     'requestedAt':'2026-11-22T00:59:53Z','changedAt':'2026-11-22T00:59:57Z'}\
                    """))));
  }

  private static Truth.Server fencedSource() {
    return new Truth.Server(
        1, "h:1", WHOLE, List.of(), true, Optional.empty(), 0, false, List.of());
  }

  private static Story byGtid() {
    return LongStream.range(0, 100)
        .mapToObj(Story::draw)
        .filter(story -> story.setup().byGtid())
        .findFirst()
        .orElseThrow();
  }
}
