package io.tutti.plugins.sql;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.Observed;
import io.tutti.spi.Deadline;
import io.tutti.spi.KnobKeeping;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.knob.KnobKind;
import io.tutti.spi.knob.KnobReading;
import io.tutti.spi.knob.KnobScope;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads, sets and keeps the knobs of a server. */
final class SqlKnobControl implements KnobKeeping {
  private final Dialect dialect;
  private final ControlSession session;

  SqlKnobControl(Dialect dialect, ControlSession session) {
    this.dialect = dialect;
    this.session = session;
  }

  void set(KnobSetting setting, Deadline deadline) {
    change(setting, statements(setting.knob()).set(setting), deadline);
  }

  @Override
  public void persist(KnobSetting setting, Deadline deadline) {
    change(
        setting,
        List.of(kept(statements(setting.knob()).persist(setting), setting.knob())),
        deadline);
  }

  @Override
  public void forget(ServerKnob knob, Deadline deadline) {
    session.run(
        ControlSession.question(
            kept(statements(knob).forget(knob), knob),
            dialect.operatingGrants(knob.version()).forForgetting(knob)),
        deadline,
        "Whether " + knob + " is still kept is not known; read it.");
  }

  private void change(KnobSetting setting, List<String> statements, Deadline deadline) {
    String left = "Whether " + setting.knob() + " took the value is not known; read it.";
    String grant = dialect.operatingGrants(setting.knob().version()).forKnob(setting.knob());
    session.inOneSession(
        statements.stream().map(sql -> ControlSession.question(sql, grant)).toList(),
        deadline,
        left);
  }

  KnobReading read(ServerKnob knob, String channel, Deadline deadline) {
    List<Question> questions = new ArrayList<>();
    List<String> choosing =
        knob.scope() == KnobScope.CHANNEL ? dialect.choosing(channel) : List.of();
    if (!choosing.isEmpty()) {
      questions.add(ControlSession.question(choosing.getFirst(), ""));
    }
    questions.add(
        ControlSession.question("SELECT @@global." + knob.serverName() + " AS value", ""));
    if (!choosing.isEmpty()) {
      questions.add(ControlSession.question(choosing.getLast(), ""));
    }
    String value =
        session
            .inOneSession(questions, deadline, "Nothing was changed.")
            .get(choosing.isEmpty() ? 0 : 1)
            .first()
            .orElseThrow()
            .textOrEmpty("value");
    return new KnobReading(printed(knob, value), persisted(knob, deadline));
  }

  private static String printed(ServerKnob knob, String value) {
    return knob.kind() instanceof KnobKind.Switch
        ? knob.kind().normalise(value).orElse(value)
        : value;
  }

  private Observed<String> persisted(ServerKnob knob, Deadline deadline) {
    return dialect
        .persistedSettings(knob.version())
        .map(question -> {
          for (Row row : session.run(question, deadline, "Nothing was changed.").all()) {
            if (knob.knob().isCalled(row.textOrEmpty("name"))) {
              return Observed.known(row.textOrEmpty("value"));
            }
          }
          return Observed.<String>absent("the server keeps no value of " + knob);
        })
        .orElse(Observed.absent("this flavor keeps no settings over a restart"));
  }

  private String kept(Optional<String> statement, ServerKnob knob) {
    return statement.orElseThrow(() ->
        new OrchestratorException(
            ErrorCode.UNSUPPORTED_CAPABILITY,
            knob.serverName(),
            "Servers of %s do not keep %s over a restart by themselves."
                .formatted(knob.version(), knob),
            List.of("write " + knob + " into the server's option file")));
  }

  private ReplicationStatements statements(ServerKnob knob) {
    return dialect.statements(knob.version());
  }
}
