package io.tutti.spi.knob;

import io.tutti.model.ServerVersion;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * One setting of replication, over all releases of a family: the single declaration from which
 * validation, display and documentation come.
 *
 * @param name the newest name that any release of any family uses
 * @param serverName the spelling that the server itself executes and prints
 * @param alsoKnownAs names under which people of another family or release know it
 * @param releases which have it
 * @param kind which values it takes
 * @param defaultValue as the server prints it when nobody set it
 * @param persistable whether the server itself can keep a new value over a restart
 * @param staysWithServer whether it belongs to one server, whatever role that has
 * @param description one line
 * @param manual address of its entry in the vendor's manual
 */
public record Knob(
    String name,
    Dated<String> serverName,
    Set<String> alsoKnownAs,
    VersionRange releases,
    Dated<KnobKind> kind,
    Dated<String> defaultValue,
    KnobRole role,
    KnobScope scope,
    Dated<AppliesWhen> appliesWhen,
    Dated<Boolean> persistable,
    boolean staysWithServer,
    String description,
    Dated<String> manual) {

  public Knob {
    alsoKnownAs = Set.copyOf(alsoKnownAs);
  }

  /** Begins a declaration; see {@link KnobDeclaration}. */
  public static KnobDeclaration declare(String name) {
    return new KnobDeclaration(name);
  }

  /** The knob as a release has it; empty when it has it not. */
  public Optional<ServerKnob> on(ServerVersion version) {
    return releases.contains(version)
        ? Optional.of(new ServerKnob(this, version))
        : Optional.empty();
  }

  /** Every name that means it, its own first. */
  public Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    names.add(name);
    names.addAll(serverName.values());
    names.addAll(new java.util.TreeSet<>(alsoKnownAs));
    return names;
  }

  /** Whether a person means it by that name: case and dashes do not count. */
  public boolean isCalled(String text) {
    return names().contains(text.strip().toLowerCase(Locale.ROOT).replace('-', '_'));
  }

  @Override
  public String toString() {
    return name;
  }
}
