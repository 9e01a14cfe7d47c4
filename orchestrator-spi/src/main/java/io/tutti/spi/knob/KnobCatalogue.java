package io.tutti.spi.knob;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The knobs of one release, and what may be asked of them. Pure: a request is judged by itself and
 * by the settings that it brings along.
 */
public final class KnobCatalogue {
  /** What every flavor calls it, whatever its servers do. */
  private static final String WORKERS = "replica_parallel_workers";

  private final String flavor;
  private final ServerVersion version;
  private final List<Knob> declared;
  private final KnobRules rules;
  private final Map<String, List<Knob>> elsewhere;

  /**
   * @param declared the knobs of all releases of the family
   */
  public KnobCatalogue(String flavor, ServerVersion version, List<Knob> declared, KnobRules rules) {
    this(flavor, version, declared, rules, Map.of());
  }

  private KnobCatalogue(
      String flavor,
      ServerVersion version,
      List<Knob> declared,
      KnobRules rules,
      Map<String, List<Knob>> elsewhere) {
    this.flavor = flavor;
    this.version = version;
    this.declared = List.copyOf(declared);
    this.rules = rules;
    this.elsewhere = new TreeMap<>(elsewhere);
  }

  /** The same, knowing what other flavors declare, so that refusals can say whose a knob is. */
  public KnobCatalogue besides(Map<String, List<Knob>> knobsByFlavor) {
    return new KnobCatalogue(flavor, version, declared, rules, knobsByFlavor);
  }

  /** The same, with more knobs. */
  public KnobCatalogue with(List<Knob> more) {
    List<Knob> all = new ArrayList<>(declared);
    all.addAll(more);
    return new KnobCatalogue(flavor, version, all, rules, elsewhere);
  }

  public ServerVersion version() {
    return version;
  }

  /** Every knob that this release has, in the order of declaration. */
  public List<ServerKnob> knobs() {
    return declared.stream().flatMap(knob -> knob.on(version).stream()).toList();
  }

  /** The knob by any of its names; empty when this release has it not. */
  /** How many workers an applier has. */
  public Optional<ServerKnob> workers() {
    return find(WORKERS);
  }

  public Optional<ServerKnob> find(String name) {
    return knobs().stream().filter(knob -> knob.knob().isCalled(name)).findFirst();
  }

  /**
   * The knob by any of its names.
   *
   * @throws OrchestratorException UNKNOWN_KNOB or KNOB_UNAVAILABLE
   */
  public ServerKnob require(String name, String target) {
    return find(name)
        .orElseThrow(() -> KnobRefusal.asException(target, List.of(unavailable(name))));
  }

  /**
   * The settings that a request comes to, by the server's spelling and in an order in which the
   * server takes them.
   *
   * @throws OrchestratorException naming everything that is wrong with it; the code is that of the
   *     first
   */
  public List<KnobSetting> settings(KnobRequest request) {
    List<KnobRefusal> refusals = refusals(request);
    if (!refusals.isEmpty()) {
      throw KnobRefusal.asException(request.target(), refusals);
    }
    return rules.inOrder(changes(request));
  }

  /** Everything that is wrong with a request, in its own order, conflicts last; empty when fine. */
  public List<KnobRefusal> refusals(KnobRequest request) {
    List<KnobRefusal> refusals = new ArrayList<>();
    Map<Knob, String> namedAs = new java.util.HashMap<>();
    if (request.wanted().isEmpty()) {
      refusals.add(
          new KnobRefusal(
              ErrorCode.INVALID_REQUEST, "", "No knob was named.", List.of(takenNames())));
    }
    request
        .wanted()
        .forEach((name, value) -> {
          Optional<ServerKnob> knob = find(name);
          if (knob.isEmpty()) {
            refusals.add(unavailable(name));
            return;
          }
          String before = namedAs.putIfAbsent(knob.get().knob(), name);
          if (before != null) {
            refusals.add(namedTwice(knob.get(), before, name));
          }
          wrongIn(request, knob.get(), name, value).ifPresent(refusals::add);
        });
    if (refusals.isEmpty()) {
      refusals.addAll(
          rules.conflicts(new KnobOutcome(version, request.current(), changes(request))));
    }
    return refusals;
  }

  private List<KnobSetting> changes(KnobRequest request) {
    return request.wanted().entrySet().stream()
        .map(entry -> {
          ServerKnob knob = find(entry.getKey()).orElseThrow();
          return KnobSetting.of(knob, knob.kind().normalise(entry.getValue()).orElseThrow());
        })
        .toList();
  }

  private Optional<KnobRefusal> wrongIn(
      KnobRequest request, ServerKnob knob, String name, String value) {
    if (knob.appliesWhen() == AppliesWhen.RESTART) {
      return Optional.of(
          new KnobRefusal(
              ErrorCode.KNOB_NEEDS_RESTART,
              name,
              knob.serverName() + " cannot be set on a running server of release " + version + ".",
              List.of(
                  "write "
                      + knob.serverName()
                      + "="
                      + value
                      + " into the server's option file and restart it")));
    }
    if (knob.kind().normalise(value).isEmpty()) {
      return Optional.of(
          new KnobRefusal(
              ErrorCode.KNOB_VALUE_INVALID,
              name,
              "%s cannot be \"%s\": on release %s it is %s."
                  .formatted(knob.serverName(), value, version, knob.kind().range()),
              List.of("the default is " + knob.serverName() + "=" + knob.defaultValue())));
    }
    return knob.role() == KnobRole.REPLICA ? wrongRole(request, knob, name) : Optional.empty();
  }

  private static Optional<KnobRefusal> wrongRole(
      KnobRequest request, ServerKnob knob, String name) {
    String observed =
        switch (request.isReplica()) {
          case Observed.Known<Boolean>(Boolean replicates) ->
              replicates ? "" : "which replicates from nobody";
          case Observed.Absent<Boolean>(String why) -> "which is not a replica: " + why;
          case Observed.Unknown<Boolean>(String why) ->
              "of which it is not known whether it is a replica: " + why;
        };
    return observed.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new KnobRefusal(
                ErrorCode.KNOB_OF_OTHER_ROLE,
                name,
                "%s is a knob of replicas, and the target is %s, %s."
                    .formatted(knob.serverName(), request.target(), observed),
                List.of("set it on the replicas of " + request.target())));
  }

  private static KnobRefusal namedTwice(ServerKnob knob, String first, String second) {
    return new KnobRefusal(
        ErrorCode.INVALID_REQUEST,
        second,
        "%s and %s are two names of %s.".formatted(first, second, knob.serverName()),
        List.of("name it once"));
  }

  /** Why there is no such knob here: another release, another flavor, or nowhere. */
  private KnobRefusal unavailable(String name) {
    Optional<Knob> otherRelease = declared.stream().filter(knob -> knob.isCalled(name)).findFirst();
    if (otherRelease.isPresent()) {
      return new KnobRefusal(
          ErrorCode.KNOB_UNAVAILABLE,
          name,
          "%s is not in release %s of %s; it is in %s."
              .formatted(name, version, flavor, otherRelease.get().releases()),
          List.of(takenNames()));
    }
    String owners =
        elsewhere.entrySet().stream()
            .filter(entry -> entry.getValue().stream().anyMatch(knob -> knob.isCalled(name)))
            .map(Map.Entry::getKey)
            .collect(Collectors.joining(", "));
    if (!owners.isEmpty()) {
      return new KnobRefusal(
          ErrorCode.KNOB_UNAVAILABLE,
          name,
          "%s is a knob of %s, and this server is %s %s.".formatted(name, owners, flavor, version),
          List.of(takenNames()));
    }
    List<String> near = NearNames.of(name, knownNames());
    List<String> remedies = new ArrayList<>();
    if (!near.isEmpty()) {
      remedies.add("did you mean " + String.join(" or ", near) + "?");
    }
    remedies.add(takenNames());
    return new KnobRefusal(
        ErrorCode.UNKNOWN_KNOB, name, "No flavor has a knob \"" + name + "\".", remedies);
  }

  private Set<String> knownNames() {
    Set<String> names = new LinkedHashSet<>();
    knobs().forEach(knob -> names.addAll(knob.knob().names()));
    return names;
  }

  private String takenNames() {
    return "known on "
        + flavor
        + " "
        + version
        + ": "
        + knobs().stream().map(ServerKnob::serverName).collect(Collectors.joining(", "));
  }
}
