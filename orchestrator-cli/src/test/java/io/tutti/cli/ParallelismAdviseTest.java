package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ParallelismAdviseTest extends VerbTest {
  private static final String PATH = "GET /api/v1/instances/db2:3306/parallelism/advice";

  @Test
  void saysWhatToSetWhyAndByWhichCommand() {
    controller.answering(
        PATH,
        200,
        """
        {"address":"db2:3306","flavor":"mysql-8.0","version":"8.0.15","settings":[
         {"knob":"slave_pending_jobs_size_max","present":{"value":"16777216"},"advised":"67108864",
          "code":"WORKER_QUEUES_FULL","subject":"db2:3306","reason":"The coordinator waits.",
          "price":"It takes memory.","applied":"at once"}],
         "elsewhere":[],"unknown":["WORKERS_WITHOUT_WORK: GRANT it"],
         "notes":["db2:3306 applies with 4 workers, and keeps up with its source."]}\
        """);

    CommandRun run = run("parallelism", "advise", "db2:3306");

    assertThat(run.out())
        .isEqualTo(
            """
            db2:3306  mysql-8.0 8.0.15
            db2:3306 applies with 4 workers, and keeps up with its source.

            slave_pending_jobs_size_max = 67108864  (now 16777216)
              why:     The coordinator waits.
              price:   It takes memory.
              applied: at once.
              finding: WORKER_QUEUES_FULL

            To set this, first as a plan:
              tutti parallelism plan db2:3306 slave_pending_jobs_size_max=67108864
              tutti parallelism apply db2:3306 slave_pending_jobs_size_max=67108864

            Not judged:
              WORKERS_WITHOUT_WORK: GRANT it
            """);
    assertThat(run("parallelism", "plan", "db2:3306").out()).isEqualTo(run.out());
  }

  @Test
  void saysThatNothingShouldBeChanged() {
    controller.answering(
        PATH, 200, "{\"address\":\"db2:3306\",\"settings\":[],\"notes\":[\"It keeps up.\"]}");

    assertThat(run("parallelism", "advise", "db2:3306").out())
        .contains("It keeps up.", "Nothing should be changed here.")
        .doesNotContain("tutti parallelism apply");
  }

  @Test
  void doesNotTakeWhatIsUnknownForWell() {
    controller.answering(
        PATH, 200, "{\"address\":\"db2:3306\",\"unknown\":[\"WORKERS_WITHOUT_WORK: GRANT it\"]}");

    assertThat(run("parallelism", "advise", "db2:3306").out())
        .contains(
            "Nothing is known that should be changed here.", "WORKERS_WITHOUT_WORK: GRANT it");
  }
}
