package io.tutti.operation.server;

import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.model.ProcessSight;
import io.tutti.model.ProcessStart;
import io.tutti.plan.Parameters;
import java.time.Instant;
import java.util.Optional;

/** A process of a server among parameters that are kept. */
public record NotedProcess(ProcessStart start) {
  private static final String PREFIX = "process.";
  private static final String FROM = PREFIX + "from";
  private static final String TO = PREFIX + "to";
  private static final String CLOCK = PREFIX + "clock";
  private static final String SESSION = PREFIX + "session";
  private static final String CONNECTIONS = PREFIX + "connections";
  private static final String WRITING = PREFIX + "writing";

  public Parameters in(Parameters parameters) {
    Parameters noted = parameters.with(FROM, start.earliest()).with(TO, start.latest());
    if (start.seen().isEmpty()) {
      return noted;
    }
    ProcessSight seen = start.seen().get();
    noted = noted.with(CLOCK, seen.clock()).with(SESSION, seen.session());
    if (seen.connections() instanceof Observed.Known<Long>(Long count)) {
      noted = noted.with(CONNECTIONS, count);
    }
    if (seen.writing() instanceof Observed.Known<BinlogPosition>(BinlogPosition place)) {
      noted = noted.with(WRITING, place);
    }
    return noted;
  }

  /** Empty where none is noted. */
  public static Optional<NotedProcess> find(Parameters parameters) {
    return parameters
        .find(FROM)
        .map(from ->
            new NotedProcess(
                new ProcessStart(
                    Instant.parse(from), Instant.parse(parameters.require(TO)), seen(parameters))));
  }

  private static Optional<ProcessSight> seen(Parameters parameters) {
    return parameters
        .find(CLOCK)
        .map(clock ->
            new ProcessSight(
                Instant.parse(clock),
                parameters.require(SESSION),
                noted(parameters.find(CONNECTIONS).map(Long::parseLong)),
                noted(parameters.find(WRITING).map(BinlogPosition::parse))));
  }

  private static <T> Observed<T> noted(Optional<T> value) {
    return value.<Observed<T>>map(Observed::known).orElse(Observed.unknown("it was not noted"));
  }

  /** The same without any process. */
  public static Parameters without(Parameters parameters) {
    Parameters rest = Parameters.NONE;
    for (var each : parameters.values().entrySet()) {
      if (!each.getKey().startsWith(PREFIX)) {
        rest = rest.with(each.getKey(), each.getValue());
      }
    }
    return rest;
  }
}
