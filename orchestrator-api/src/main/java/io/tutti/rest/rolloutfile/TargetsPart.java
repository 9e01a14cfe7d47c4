package io.tutti.rest.rolloutfile;

import io.tutti.model.InstanceAddress;
import io.tutti.model.ServerVersion;
import io.tutti.rollout.Selector;
import io.tutti.rollout.TargetRole;
import io.tutti.spi.knob.VersionRange;
import io.tutti.topology.Tag;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The targets of a rollout file. */
final class TargetsPart {
  static final List<String> KEYS =
      List.of("clusters", "flavors", "versions", "roles", "tags", "instances");
  static final List<String> VERSIONS_KEYS = List.of("from", "before");

  private TargetsPart() {}

  static Selector read(Fields targets) {
    targets.knowing(KEYS);
    Set<TargetRole> roles = EnumSet.noneOf(TargetRole.class);
    targets
        .values(
            "roles",
            TargetsPart::roles,
            "A role is replica, source, leaf or intermediate; replica is both of the last two.")
        .forEach(roles::addAll);
    return new Selector(
        targets.values("clusters", text -> text, ""),
        new HashSet<>(targets.values("flavors", text -> text, "")),
        targets.map("versions").map(TargetsPart::versions).orElse(VersionRange.ALL),
        roles.isEmpty() ? Selector.REPLICAS.roles() : roles,
        targets.values("tags", Tag::parse, "A tag is name=value."),
        targets.values("instances", InstanceAddress::parse, "An instance is HOST:PORT."));
  }

  private static Set<TargetRole> roles(String text) {
    return text.toLowerCase(Locale.ROOT).equals("replica")
        ? Selector.REPLICAS.roles()
        : Set.of(Words.constant(TargetRole.class, text));
  }

  private static VersionRange versions(Fields versions) {
    versions.knowing(VERSIONS_KEYS);
    Optional<ServerVersion> from = version(versions, "from");
    Optional<ServerVersion> before = version(versions, "before");
    if (from.isPresent() && before.isPresent() && from.get().compareTo(before.get()) >= 0) {
      versions.wrong(
          "before", "No release is from %s and before %s.".formatted(from.get(), before.get()), "");
    }
    return new VersionRange(from, before);
  }

  private static Optional<ServerVersion> version(Fields versions, String key) {
    return versions.value(key, ServerVersion::parse, "A release has three numbers: 8.0.36.");
  }
}
