package io.tutti.store.jdbc;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.tutti.rollout.Cron;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.Schedule;
import io.tutti.rollout.Wanted;
import io.tutti.rollout.Wave;
import io.tutti.rollout.engine.RolloutRuns;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** One row for each rollout. */
final class JdbcRolloutRuns implements RolloutRuns {
  private final KeyedDocuments<RolloutRun> rows;

  JdbcRolloutRuns(JdbcStore store) {
    this.rows =
        new KeyedDocuments<>(store, new Documents(mapper()), RolloutRun.class, "rollout_run");
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "is")
  private interface NamedByType {}

  private static JsonMapper mapper() {
    SimpleModule module = new SimpleModule("tutti-rollout");
    TextJson.register(module, Cron.class, Cron::parse);
    return StateJson.mapper()
        .rebuild()
        .addModule(module)
        .addMixIn(Wanted.class, NamedByType.class)
        .addMixIn(Wave.class, NamedByType.class)
        .addMixIn(Schedule.Start.class, NamedByType.class)
        .build();
  }

  @Override
  public void save(RolloutRun run) {
    rows.save(run.id(), run);
  }

  @Override
  public Optional<RolloutRun> find(String id) {
    return rows.find(id);
  }

  @Override
  public List<RolloutRun> all() {
    return rows.all().reversed();
  }
}
