package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FindingsVerbTest extends VerbTest {

  private static String finding(String code, String severity, String subject, String remedy) {
    return """
    {"code":"%s","severity":"%s","scope":"INSTANCE","cluster":"a:1","subject":"%s",
     "description":"What %s is.","evidence":"What is so on %s.","remedies":[{"sentence":"%s"}],
     "since":"2026-11-23T08:41:12.345Z"}\
    """
        .formatted(code, severity, subject, code, subject, remedy);
  }

  private static List<String> many(String code, String severity, int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(
            number -> finding(code, severity, "b:" + (1000 + number), "mend b:" + (1000 + number)))
        .toList();
  }

  private static String answer(String counts, List<String> findings) {
    return "{\"counts\":%s,\"items\":[%s],\"notJudged\":[]}"
        .formatted(counts, findings.stream().collect(Collectors.joining(",")));
  }

  @Test
  void oneParagraphForEachCodeTheWorstFirst() {
    controller.answering(
        "GET /api/v1/findings?cluster=a:1",
        200,
        answer(
            "{\"critical\":1,\"warning\":2,\"notice\":0}",
            List.of(
                finding("REPLICA_WRITABLE", "WARNING", "b:1", "SET GLOBAL read_only=1"),
                finding("REPLICA_WRITABLE", "WARNING", "a:1", "SET GLOBAL read_only=1"),
                finding("APPLIER_FAILED", "CRITICAL", "c:1/ch", "repair it"))));

    assertThat(run("findings", "a:1").out())
        .isEqualTo(
            """
            1 critical, 2 warnings, 0 notices

            CRITICAL  APPLIER_FAILED  1 server: What APPLIER_FAILED is.
              c:1/ch  in a:1  since 2026-11-23T08:41:12Z
                What is so on c:1/ch.
              remedy: repair it

            WARNING   REPLICA_WRITABLE  2 servers: What REPLICA_WRITABLE is.
              a:1  since 2026-11-23T08:41:12Z
                What is so on a:1.
              b:1  in a:1  since 2026-11-23T08:41:12Z
                What is so on b:1.
              remedy: SET GLOBAL read_only=1

            What a finding means: tutti explain CODE. All of it: tutti findings --code CODE.
            """);
  }

  @Test
  void aNoticeIsOneLineHoweverManyServersHaveIt() {
    List<String> found = new java.util.ArrayList<>(many("STARTS_UNFENCED", "NOTICE", 100));
    found.add(finding("FENCED", "NOTICE", "b:7", "lift it"));
    controller.answering(
        "GET /api/v1/findings",
        200,
        answer("{\"critical\":0,\"warning\":0,\"notice\":101}", found));

    assertThat(run("findings").out())
        .isEqualTo(
            """
            0 critical, 0 warnings, 101 notices

            NOTICE    STARTS_UNFENCED  100 servers: What STARTS_UNFENCED is.
            NOTICE    FENCED  b:7: What FENCED is.

            What a finding means: tutti explain CODE. All of it: tutti findings --code CODE.
            """);
  }

  @Test
  void manyServersAreShortLinesAndOneRemedyShowsHow() {
    controller.answering(
        "GET /api/v1/findings",
        200,
        answer(
            "{\"critical\":0,\"warning\":12,\"notice\":0}",
            many("REPLICA_WRITABLE", "WARNING", 12)));

    List<String> lines = run("findings").out().lines().toList();

    assertThat(lines)
        .containsSubsequence(
            "WARNING   REPLICA_WRITABLE  12 servers: What REPLICA_WRITABLE is.",
            "  b:1001  in a:1  since 2026-11-23T08:41:12Z",
            "  b:1010  in a:1  since 2026-11-23T08:41:12Z",
            "  and 2 more",
            "  remedy for b:1001: mend b:1001")
        .noneMatch(line -> line.contains("What is so on"));
  }

  @Test
  void allOfOneCodeIsShownWhereItIsAskedFor() {
    controller.answering(
        "GET /api/v1/findings?code=STARTS_UNFENCED",
        200,
        answer(
            "{\"critical\":0,\"warning\":0,\"notice\":12}", many("STARTS_UNFENCED", "NOTICE", 12)));

    assertThat(run("findings", "--code", "STARTS_UNFENCED").out())
        .contains("What is so on b:1001.", "What is so on b:1012.", "    remedy: mend b:1012")
        .startsWith("0 critical, 0 warnings, 12 notices of those asked for\n");
  }

  @Test
  void whatWasNotAskedForIsNotSaidToBeMissing() {
    controller.answering(
        "GET /api/v1/findings?severity=critical",
        200,
        answer("{\"critical\":0,\"warning\":0,\"notice\":0}", List.of()));

    assertThat(run("findings", "--severity", "critical").out())
        .isEqualTo("Nothing of that was found.\n");
  }

  @Test
  void filtersAreHandedOnAndMayBeRepeated() {
    run(
        "findings",
        "--severity",
        "critical,warning",
        "--code",
        "FENCED",
        "--cluster",
        "a:1",
        "--instance",
        "b:1",
        "--instance",
        "b:2");

    assertThat(controller.requests())
        .containsExactly(
            "GET /api/v1/findings?severity=critical&severity=warning&code=FENCED&cluster=a:1"
                + "&instance=b:1&instance=b:2 [Bearer t0ken]");
  }

  @Test
  void whatCouldNotBeJudgedIsCountedOrListed() {
    controller.answering(
        "GET /api/v1/findings",
        200,
        """
        {"counts":{"critical":0,"warning":0,"notice":0},"items":[],
         "notJudged":[{"code":"STARTS_UNFENCED","cluster":"a:1","subject":"b:1","why":"nobody saw it"}]}\
        """);

    assertThat(run("findings").out())
        .isEqualTo(
            "Nothing was found.\n"
                + "1 rules could not be judged, as facts are unknown: --long lists them\n");
    assertThat(run("findings", "--long").out())
        .contains("not judged: STARTS_UNFENCED of b:1: nobody saw it");
  }
}
