package io.tutti.plugins.mariadb;

import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.model.Settings;
import io.tutti.plugins.sql.Answers;
import io.tutti.plugins.sql.Memory;
import io.tutti.plugins.sql.Reading;
import io.tutti.plugins.sql.Rows;
import io.tutti.plugins.sql.SharedQuestions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a real server answered, from src/test/resources/captured: a folder per release and state,
 * tab-separated, {@code \N} for NULL as mysql prints it.
 */
final class CapturedServer {
  private final String folder;
  private final Map<String, Observed<Rows>> answers = new HashMap<>();
  private final Map<String, String> settings = new LinkedHashMap<>();

  CapturedServer(String release, String state) {
    this.folder = "/captured/" + release + "/" + state + "/";
    for (Map<String, String> row : table("variables")) {
      settings.put(row.getOrDefault("Variable_name", ""), row.getOrDefault("Value", ""));
    }
    answers.put(SharedQuestions.REPLICA_STATUS, rows("replica-status"));
    answers.put(SharedQuestions.REPLICATION_THREADS, rows("replication-threads"));
    answers.put(
        SharedQuestions.HANGING_SETTINGS, Observed.known(Rows.of(List.of(Map.copyOf(settings)))));
  }

  CapturedServer withSetting(String name, String value) {
    settings.put(name, value);
    answers.put(
        SharedQuestions.HANGING_SETTINGS, Observed.known(Rows.of(List.of(Map.copyOf(settings)))));
    return this;
  }

  CapturedServer withoutAnswer(String key, String why) {
    answers.put(key, Observed.unknown(why));
    return this;
  }

  CapturedServer withAnswer(String key, Rows rows) {
    answers.put(key, Observed.known(rows));
    return this;
  }

  Reading reading() {
    return new Reading(
        ServerVersion.parse(settings.getOrDefault("version", "")),
        Settings.of(settings),
        new Answers(answers, List.of()),
        ZoneOffset.UTC,
        Instant.EPOCH,
        Instant.EPOCH,
        List.of(),
        new Memory());
  }

  private Observed<Rows> rows(String table) {
    return Observed.known(Rows.of(table(table)));
  }

  private List<Map<String, String>> table(String name) {
    List<String> lines = lines(name);
    String[] labels = lines.getFirst().split("\t", -1);
    List<Map<String, String>> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] values = line.split("\t", -1);
      Map<String, String> row = new LinkedHashMap<>();
      for (int i = 0; i < labels.length; i++) {
        if (!values[i].equals("\\N")) {
          row.put(labels[i], values[i]);
        }
      }
      rows.add(row);
    }
    return rows;
  }

  private List<String> lines(String name) {
    try (InputStream in = CapturedServer.class.getResourceAsStream(folder + name + ".tsv")) {
      if (in == null) {
        throw new IllegalArgumentException("no captured " + folder + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
