package io.tutti.rest;

import io.tutti.spi.knob.Dated;
import io.tutti.spi.knob.Knob;
import io.tutti.spi.knob.KnobRole;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The knobs that the plugins declare, as schemas of a request's settings. */
final class KnobSchemas {
  private static final String REQUEST = "/components/schemas/ParallelismBody/properties/settings";

  private KnobSchemas() {}

  /** Adds each knob to the document. */
  static JsonNode describe(JsonNode document, List<Knob> knobs) {
    Map<String, Knob> byName = new TreeMap<>();
    knobs.forEach(knob -> byName.putIfAbsent(knob.name() + " " + knob.releases(), knob));
    ObjectNode settings = (ObjectNode) document.at(REQUEST);
    settings.put(
        "description",
        "Values by knob, as text. A knob is known by any of its names; `GET"
            + " /instances/{instance}/parallelism` lists the ones that a server has.");
    ObjectNode properties = settings.putObject("properties");
    byName.values().forEach(knob -> add(properties, knob));
    return document;
  }

  private static void add(ObjectNode properties, Knob knob) {
    String said =
        "%s Takes %s. Default %s. Of %s, %s; also called %s. %s"
            .formatted(
                knob.description(),
                dated(knob.kind(), kind -> kind.range()),
                dated(knob.defaultValue(), value -> value),
                knob.role() == KnobRole.PRIMARY ? "sources" : "replicas",
                dated(knob.appliesWhen(), when -> when.words()),
                String.join(", ", knob.names()),
                knob.manual().eras().getLast().value());
    JsonNode known = properties.path(knob.name());
    properties
        .putObject(knob.name())
        .put("type", "string")
        .put(
            "description",
            known.isMissingNode() ? said : known.path("description").asString() + " | " + said);
  }

  private static <T> String dated(Dated<T> values, Function<T, String> print) {
    return values.eras().stream()
        .map(era ->
            era.since().map(since -> "from " + since + " ").orElse("") + print.apply(era.value()))
        .collect(Collectors.joining("; "));
  }
}
