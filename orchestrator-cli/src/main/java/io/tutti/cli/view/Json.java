package io.tutti.cli.view;

import io.tutti.model.Observed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * A JSON value that is read forgivingly: a field that a newer or older controller does not send is
 * an empty answer, not an error.
 */
public final class Json {
  private static final JsonMapper MAPPER = JsonMapper.shared();

  private final JsonNode node;

  private Json(JsonNode node) {
    this.node = node;
  }

  /** Parses a text; empty when it is not JSON. */
  public static Optional<Json> parse(String text) {
    try {
      return Optional.of(new Json(MAPPER.readTree(text)))
          .filter(json -> !json.node.isMissingNode());
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  /** One object as JSON text, for the few texts that the client itself sends or prints. */
  public static String write(Map<String, ?> fields) {
    return MAPPER.writeValueAsString(fields);
  }

  /** The field of that name; a missing value when there is none. */
  public Json at(String field) {
    JsonNode child = node.get(field);
    return new Json(child == null ? MissingNode.getInstance() : child);
  }

  public boolean isPresent() {
    return !node.isMissingNode() && !node.isNull();
  }

  /** The value as text, of whichever scalar type it is; empty for objects, arrays and null. */
  public Optional<String> text() {
    return isPresent() && node.isValueNode() ? Optional.of(node.asString()) : Optional.empty();
  }

  public Optional<String> text(String field) {
    return at(field).text();
  }

  public String textOr(String field, String otherwise) {
    return text(field).orElse(otherwise);
  }

  /** The value as a whole number; empty when it is none. */
  public Optional<Long> number() {
    return node.isIntegralNumber() ? Optional.of(node.asLong()) : Optional.empty();
  }

  public Optional<Boolean> flag() {
    return node.isBoolean() ? Optional.of(node.asBoolean()) : Optional.empty();
  }

  /** The elements of an array; none for anything else. */
  public List<Json> items() {
    List<Json> items = new ArrayList<>();
    if (node.isArray()) {
      node.forEach(item -> items.add(new Json(item)));
    }
    return items;
  }

  /** The elements of the array in that field, each as text. */
  public List<String> texts(String field) {
    return at(field).items().stream().flatMap(item -> item.text().stream()).toList();
  }

  /** The fields of an object, in order; none for anything else. */
  public Map<String, Json> fields() {
    Map<String, Json> fields = new LinkedHashMap<>();
    if (node.isObject()) {
      node.properties().forEach(entry -> fields.put(entry.getKey(), new Json(entry.getValue())));
    }
    return fields;
  }

  /**
   * A fact in the controller's encoding: {@code {"value":…}}, {@code {"absent":"why"}} or {@code
   * {"unknown":"why"}}; a bare value counts as known.
   *
   * @param reading what to take out of the value; empty when it is of another form
   */
  public <T> Observed<T> observed(String field, Function<Json, Optional<T>> reading) {
    Json fact = at(field);
    if (!fact.isPresent()) {
      return Observed.unknown("the controller did not tell");
    }
    Optional<String> absent = fact.text("absent");
    if (absent.isPresent()) {
      return Observed.absent(absent.get());
    }
    Optional<String> unknown = fact.text("unknown");
    if (unknown.isPresent()) {
      return Observed.unknown(unknown.get());
    }
    Json value = fact.at("value").isPresent() ? fact.at("value") : fact;
    return reading
        .apply(value)
        .<Observed<T>>map(Observed::known)
        .orElseGet(() -> Observed.unknown("the controller told it in a form unknown here"));
  }

  public Observed<String> observedText(String field) {
    return observed(field, Json::text);
  }

  public Observed<Long> observedNumber(String field) {
    return observed(field, Json::number);
  }

  public Observed<Boolean> observedFlag(String field) {
    return observed(field, Json::flag);
  }

  @Override
  public String toString() {
    return node.toString();
  }
}
