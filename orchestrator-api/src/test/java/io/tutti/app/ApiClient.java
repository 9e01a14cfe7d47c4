package io.tutti.app;

import io.tutti.app.RunningController.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * A client that knows the API by its OpenAPI document alone: it finds an operation by its id, puts
 * the request together as the document says, and reads the answer by the schema of its status. What
 * the document does not say is an error.
 */
final class ApiClient {
  private final RunningController controller;
  private final JsonNode document;
  private final Map<String, Operation> operations = new TreeMap<>();

  /** An operation of the document. */
  record Operation(String id, String method, String path, JsonNode described) {
    List<JsonNode> parameters() {
      List<JsonNode> all = new ArrayList<>();
      described.path("parameters").forEach(all::add);
      return all;
    }

    JsonNode bodySchema() {
      return described.at("/requestBody/content/application~1json/schema");
    }
  }

  ApiClient(RunningController controller) {
    this.controller = controller;
    this.document = controller.send("GET", "/api/v1/openapi.json", "", "").json();
    document
        .path("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .properties()
                .forEach(method -> keep(path.getKey(), method.getKey(), method.getValue())));
  }

  private void keep(String path, String method, JsonNode described) {
    String id = described.path("operationId").asString();
    Operation before =
        operations.put(
            id, new Operation(id, method.toUpperCase(java.util.Locale.ROOT), path, described));
    if (before != null) {
      throw new AssertionError("two operations are called " + id);
    }
  }

  Map<String, Operation> operations() {
    return operations;
  }

  /** The schema of a name, or the one that a reference leads to. */
  JsonNode resolved(JsonNode schema) {
    return schema.has("$ref") ? document.at(schema.path("$ref").asString().substring(1)) : schema;
  }

  /** Asks, and reads the answer by its schema. */
  Answer call(String id, Map<String, String> parameters, String body, String authorization) {
    Operation operation = java.util.Objects.requireNonNull(operations.get(id), id);
    String path = operation.path();
    List<String> query = new ArrayList<>();
    for (JsonNode each : operation.parameters()) {
      String name = each.path("name").asString();
      String value = parameters.get(name);
      if (value != null && each.path("in").asString().equals("path")) {
        path = path.replace("{" + name + "}", encoded(value));
      } else if (value != null && each.path("in").asString().equals("query")) {
        query.add(encoded(name) + "=" + encoded(value));
      }
    }
    String all = path + (query.isEmpty() ? "" : "?" + String.join("&", query));
    Answer answer = controller.send(operation.method(), all, body, authorization);
    check(operation, answer);
    return answer;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Throws where the document does not say that this may be answered. */
  void check(Operation operation, Answer answer) {
    JsonNode response = operation.described().path("responses").path("" + answer.status());
    if (response.isMissingNode()) {
      throw new AssertionError(
          "%s answers %d, of which the document says nothing: %s"
              .formatted(operation.id(), answer.status(), answer.json()));
    }
    JsonNode content = response.path("content");
    String type = answer.type().split(";")[0];
    if (!content.has(type)) {
      throw new AssertionError("%s answers %s".formatted(operation.id(), answer.type()));
    }
    if (type.endsWith("json")) {
      List<String> wrong = new ArrayList<>();
      compare("", answer.json(), content.path(type).path("schema"), wrong);
      if (!wrong.isEmpty()) {
        throw new AssertionError(
            "%s answers %d otherwise than its schema: %s"
                .formatted(operation.id(), answer.status(), wrong));
      }
    }
  }

  private void compare(String at, JsonNode value, JsonNode reference, List<String> wrong) {
    JsonNode schema = resolved(reference);
    String type = schema.path("type").asString();
    boolean fits =
        switch (type) {
          case "object" -> value.isObject();
          case "array" -> value.isArray();
          case "string" -> value.isString();
          case "integer" -> value.isIntegralNumber();
          case "number" -> value.isNumber();
          case "boolean" -> value.isBoolean();
          default -> true;
        };
    if (!fits) {
      wrong.add(at + " is no " + type + ": " + value);
    } else if (value.isObject() && schema.has("properties")) {
      compareMembers(at, value, schema, wrong);
    } else if (value.isObject()) {
      value
          .properties()
          .forEach(each ->
              compare(
                  at + "/" + each.getKey(),
                  each.getValue(),
                  schema.path("additionalProperties"),
                  wrong));
    } else if (value.isArray()) {
      value.forEach(each -> compare(at + "[]", each, schema.path("items"), wrong));
    } else if (schema.has("enum") && !values(schema).contains(value.asString())) {
      wrong.add(at + " is none of its values: " + value);
    }
  }

  private void compareMembers(String at, JsonNode value, JsonNode schema, List<String> wrong) {
    schema
        .path("required")
        .forEach(name -> {
          if (!value.has(name.asString())) {
            wrong.add(at + " lacks " + name.asString());
          }
        });
    value
        .properties()
        .forEach(each -> {
          if (schema.path("properties").has(each.getKey())) {
            compare(
                at + "/" + each.getKey(),
                each.getValue(),
                schema.path("properties").path(each.getKey()),
                wrong);
          } else {
            wrong.add(at + " has " + each.getKey());
          }
        });
  }

  private static List<String> values(JsonNode schema) {
    return schema.path("enum").valueStream().map(JsonNode::asString).collect(Collectors.toList());
  }
}
