package io.tutti.spi.knob;

import io.tutti.model.ServerVersion;

/** A knob as one release has it. Made by {@link Knob#on}. */
public record ServerKnob(Knob knob, ServerVersion version) {
  public ServerKnob {
    if (!knob.releases().contains(version)) {
      throw new IllegalArgumentException(version + " has no " + knob + ": " + knob.releases());
    }
  }

  /** The name that is the same on all releases and families. */
  public String name() {
    return knob.name();
  }

  /** The name that this server executes and prints. */
  public String serverName() {
    return knob.serverName().on(version);
  }

  public KnobKind kind() {
    return knob.kind().on(version);
  }

  public String defaultValue() {
    return knob.defaultValue().on(version);
  }

  public KnobRole role() {
    return knob.role();
  }

  public KnobScope scope() {
    return knob.scope();
  }

  public AppliesWhen appliesWhen() {
    return knob.appliesWhen().on(version);
  }

  public boolean isPersistable() {
    return knob.persistable().on(version);
  }

  /** Whether it belongs to this server, whatever role that has. */
  public boolean staysWithServer() {
    return knob.staysWithServer();
  }

  public String description() {
    return knob.description();
  }

  public String manual() {
    return knob.manual().on(version);
  }

  @Override
  public String toString() {
    return serverName();
  }
}
