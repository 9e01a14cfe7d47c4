package io.tutti.spi.knob;

import java.util.Set;

/** Declares a {@link Knob} piece by piece; what is left out is as simple as can be. */
public final class KnobDeclaration {
  private final String name;
  private Dated<String> serverName;
  private Set<String> alsoKnownAs = Set.of();
  private VersionRange releases = VersionRange.ALL;
  private Dated<KnobKind> kind = Dated.of(KnobKind.onOff());
  private Dated<String> defaultValue = Dated.of("OFF");
  private KnobRole role = KnobRole.REPLICA;
  private KnobScope scope = KnobScope.SERVER;
  private Dated<AppliesWhen> appliesWhen = Dated.of(AppliesWhen.LIVE);
  private Dated<Boolean> persistable = Dated.of(false);
  private boolean staysWithServer;
  private Dated<String> manual = Dated.of("");

  KnobDeclaration(String name) {
    this.name = name;
    this.serverName = Dated.of(name);
  }

  /** How the server spells it, where that is not the name. */
  public KnobDeclaration spelled(Dated<String> serverName) {
    this.serverName = serverName;
    return this;
  }

  public KnobDeclaration alsoKnownAs(String... names) {
    this.alsoKnownAs = Set.of(names);
    return this;
  }

  /** Which releases have it; without this all. */
  public KnobDeclaration in(VersionRange releases) {
    this.releases = releases;
    return this;
  }

  public KnobDeclaration takes(KnobKind kind) {
    return takes(Dated.of(kind));
  }

  public KnobDeclaration takes(Dated<KnobKind> kind) {
    this.kind = kind;
    return this;
  }

  public KnobDeclaration byDefault(String value) {
    return byDefault(Dated.of(value));
  }

  public KnobDeclaration byDefault(Dated<String> value) {
    this.defaultValue = value;
    return this;
  }

  /** It works on the primary side; without this on the replica side. */
  public KnobDeclaration ofPrimary() {
    this.role = KnobRole.PRIMARY;
    return this;
  }

  /** Each channel has its own value. */
  public KnobDeclaration ofChannel() {
    this.scope = KnobScope.CHANNEL;
    return this;
  }

  /** It goes to no other server that takes this one's role. */
  public KnobDeclaration ofServerItself() {
    this.staysWithServer = true;
    return this;
  }

  public KnobDeclaration applies(AppliesWhen when) {
    return applies(Dated.of(when));
  }

  public KnobDeclaration applies(Dated<AppliesWhen> when) {
    this.appliesWhen = when;
    return this;
  }

  public KnobDeclaration persistable(Dated<Boolean> persistable) {
    this.persistable = persistable;
    return this;
  }

  public KnobDeclaration manual(Dated<String> address) {
    this.manual = address;
    return this;
  }

  /** Ends the declaration with the one line that describes it. */
  public Knob as(String description) {
    return new Knob(
        name,
        serverName,
        alsoKnownAs,
        releases,
        kind,
        defaultValue,
        role,
        scope,
        appliesWhen,
        persistable,
        staysWithServer,
        description,
        manual);
  }
}
