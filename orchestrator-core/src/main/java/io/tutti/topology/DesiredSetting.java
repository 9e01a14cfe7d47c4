package io.tutti.topology;

import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import java.time.Instant;
import java.util.Optional;

/**
 * A setting that somebody asked to keep over restarts.
 *
 * @param knob by its name over all releases
 * @param channel empty for the default one and for settings of the server
 * @param variable as this server's option file spells it
 * @param value as the server prints it
 * @param rollout which one set it, by its name
 * @param heldSince when an operation saw it in force last
 * @param process the server's then
 */
public record DesiredSetting(
    String knob,
    String channel,
    String variable,
    String value,
    Optional<String> rollout,
    Instant heldSince,
    Observed<ProcessStart> process) {}
