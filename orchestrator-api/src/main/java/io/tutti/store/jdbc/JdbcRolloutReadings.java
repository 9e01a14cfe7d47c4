package io.tutti.store.jdbc;

import io.tutti.model.InstanceAddress;
import io.tutti.rollout.engine.RolloutReadings;
import io.tutti.rollout.gate.Readings;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** One row for each server in each wave of a rollout, compressed. */
final class JdbcRolloutReadings implements RolloutReadings {
  private final JdbcStore store;
  private final Documents documents = Documents.compressed();

  JdbcRolloutReadings(JdbcStore store) {
    this.store = store;
  }

  @Override
  public void save(String rollout, int wave, Map<InstanceAddress, Readings> readings) {
    store.durably(() -> {
      readings.forEach((address, read) -> save(rollout, wave, address, read));
      return readings.size();
    });
  }

  private void save(String rollout, int wave, InstanceAddress address, Readings read) {
    var unused =
        store
            .client()
            .sql("DELETE FROM rollout_readings WHERE rollout = ? AND wave = ? AND address = ?")
            .params(rollout, wave, address.toString())
            .update();
    var saved =
        store
            .client()
            .sql(
                "INSERT INTO rollout_readings (rollout, wave, address, document)"
                    + " VALUES (?, ?, ?, ?)")
            .params(rollout, wave, address.toString(), documents.write(read))
            .update();
  }

  @Override
  public Map<InstanceAddress, Readings> load(String rollout, int wave) {
    return store
        .client()
        .sql("SELECT address, document FROM rollout_readings WHERE rollout = ? AND wave = ?")
        .params(rollout, wave)
        .query((row, number) ->
            Map.entry(
                InstanceAddress.parse(row.getString(1)),
                documents.read(row.getBytes(2), Readings.class)))
        .list()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Override
  public List<String> rollouts() {
    return store
        .client()
        .sql("SELECT DISTINCT rollout FROM rollout_readings ORDER BY rollout DESC")
        .query(String.class)
        .list();
  }

  @Override
  public void forget(String rollout) {
    store.durably(() ->
        store
            .client()
            .sql("DELETE FROM rollout_readings WHERE rollout = ?")
            .params(rollout)
            .update());
  }
}
