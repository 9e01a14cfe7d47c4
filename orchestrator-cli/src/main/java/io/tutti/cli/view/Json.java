package io.tutti.cli.view;

import io.tutti.api.Body;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /** A body of the contract as JSON text. */
  public static String write(Body body) {
    return write(RecordWriter.fields(body));
  }

  /** An answer of the contract as JSON text, as a controller would send it. */
  public static String answer(Record view) {
    return write(RecordWriter.fields(view));
  }

  /** The field of that name; a missing value when there is none. */
  public Json at(String field) {
    JsonNode child = node.get(field);
    return new Json(child == null ? MissingNode.getInstance() : child);
  }

  /** The same as YAML. */
  public String yaml() {
    return Yaml.of(node);
  }

  /** A text as JSON has it. */
  static String quoted(String text) {
    return MAPPER.writeValueAsString(text);
  }

  public boolean isArray() {
    return node.isArray();
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

  /** The value as a record of the contract. */
  public <T extends Record> T as(Class<T> type) {
    return RecordReader.read(node, type);
  }

  /** The elements of an array; none for anything else. */
  public List<Json> items() {
    List<Json> items = new ArrayList<>();
    if (node.isArray()) {
      node.forEach(item -> items.add(new Json(item)));
    }
    return items;
  }

  @Override
  public String toString() {
    return node.toString();
  }
}
