package io.tutti.app;

import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.core.util.Json31;
import io.tutti.error.ErrorCode;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What springdoc reads from the classes, with what it cannot see: answers of acts, problems, which
 * members are always there, names that stay, and which paths need no token.
 */
final class OpenApiDocument {
  private static final String ANSWERS = "io.tutti.api.";
  private static final String REQUESTS = "io.tutti.rest.";
  private static final String SCHEMAS = "#/components/schemas/";
  private static final List<String> ALSO_ANSWERED =
      List.of(
          "OperationView$PlanView",
          "OperationView$EventView",
          "RolloutCheckView",
          "RolloutReportView",
          "Problem");
  private static final Set<String> OPEN =
      Set.of("/api/v1/health", "/api/v1/health/live", "/api/v1/health/ready");

  private static final Set<String> BEGIN_READINGS =
      Set.of("/api/v1/binlog-analyses", "/api/v1/simulations");

  /** They read servers, and so may find them away or in a state for which it cannot be done. */
  private static final Set<String> READ_SERVERS =
      Set.of(
          "/gaps",
          "/parallelism",
          "/parallelism/advice",
          "/crash",
          "/crash/report",
          "/errant",
          "/report",
          "/startup-config",
          "/trust/{server}");

  /** It reads none. */
  private static final String REPORT = "/api/v1/rollouts/{id}/report";

  private final ObjectNode root;

  private OpenApiDocument(ObjectNode root) {
    this.root = root;
  }

  static ObjectNode of(JsonNode read) {
    OpenApiDocument document = new OpenApiDocument((ObjectNode) read);
    document.root.remove("servers");
    document.root.withObject("paths").remove("/api/v1/openapi.json");
    document.root.withObject("paths").remove("/api/v1/rollout-schema.json");
    document.addSchemas();
    document.requireMembers();
    document.describePaths();
    return document.renamed();
  }

  private ObjectNode schemas() {
    return (ObjectNode) root.at("/components/schemas");
  }

  private void addSchemas() {
    for (String name : ALSO_ANSWERED) {
      ModelConverters.getInstance(true)
          .readAllAsResolvedSchema(classOf(ANSWERS + name))
          .referencedSchemas
          .forEach((key, schema) -> add(key, schema));
      var resolved =
          ModelConverters.getInstance(true).readAllAsResolvedSchema(classOf(ANSWERS + name));
      add(ANSWERS + name.replace('$', '.'), resolved.schema);
    }
    schemas().remove("org.springframework.web.servlet.mvc.method.annotation.SseEmitter");
    ObjectNode code = (ObjectNode) schemas().at("/" + ANSWERS + "Problem/properties/code");
    ArrayNode codes = code.putArray("enum");
    Arrays.stream(ErrorCode.values()).map(Enum::name).sorted().forEach(codes::add);
  }

  private void add(String name, Object schema) {
    try {
      schemas().set(name, JsonMapper.shared().readTree(Json31.mapper().writeValueAsString(schema)));
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String local(String name) {
    return name.substring((name.startsWith(ANSWERS) ? ANSWERS : REQUESTS).length());
  }

  private static Class<?> classOf(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What is not optional in a record of an answer is always there. */
  private void requireMembers() {
    schemas()
        .properties()
        .forEach(entry -> {
          String name = local(entry.getKey()).replace('.', '$');
          boolean generic = !Character.isUpperCase(name.charAt(0)) || name.contains("Java$");
          boolean request = name.endsWith("Body");
          if (!generic && !request && !name.contains("Io$tutti")) {
            ArrayNode required = JsonMapper.shared().createArrayNode();
            for (RecordComponent part : classOf(ANSWERS + name).getRecordComponents()) {
              if (part.getType() != Optional.class) {
                required.add(part.getName());
              }
            }
            if (!required.isEmpty()) {
              ((ObjectNode) entry.getValue()).set("required", required);
            }
          } else if (name.startsWith("Items")) {
            ((ObjectNode) entry.getValue()).putArray("required").add("items");
          }
        });
  }

  private void describePaths() {
    root.path("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .properties()
                .forEach(operation ->
                    describe(
                        path.getKey(), operation.getKey(), (ObjectNode) operation.getValue())));
  }

  private void describe(String path, String method, ObjectNode operation) {
    operation.put("operationId", operationId(path, method));
    ArrayNode tags = operation.putArray("tags");
    tags.add(path.split("[/:]")[3]);
    ObjectNode responses = (ObjectNode) operation.path("responses");
    JsonNode ok = responses.path("200").path("content").properties().iterator().next().getValue();
    JsonNode schema = ok.path("schema");
    responses.removeAll();
    if (path.endsWith("/events")) {
      String event =
          path.contains("/operations/") ? "OperationView.EventView" : "BinlogReadingView";
      answer(responses, 200, "text/event-stream", reference(event));
    } else if (method.equals("post") && BEGIN_READINGS.contains(path)) {
      begun(responses, "BinlogReadingView", "The reading that has begun");
    } else if (path.equals("/api/v1/rollouts") && method.equals("post")) {
      twoAnswers(responses, "RolloutCheckView", "RolloutView", "The rollout that has begun");
    } else if (path.equals(REPORT)) {
      inThreeForms(operation, responses);
    } else if (!schema.has("$ref")) {
      twoAnswers(
          responses, "OperationView.PlanView", "OperationView", "The operation that has begun");
    } else {
      boolean made = path.equals("/api/v1/tokens") && method.equals("post");
      answer(responses, made ? 201 : 200, "application/json", schema);
    }
    boolean open = OPEN.contains(path);
    if (open) {
      answer(responses, 503, "application/json", schema);
      operation.putArray("security");
    } else {
      operation
          .withArray("parameters")
          .addObject()
          .put("name", "reason")
          .put("in", "query")
          .put("required", false)
          .put("description", "Why; kept in the audit with whatever is changed")
          .withObject("schema")
          .put("type", "string");
    }
    problems(path, method, operation, open)
        .forEach(
            status -> answer(responses, status, "application/problem+json", reference("Problem")));
  }

  /** Of a dry run, and of what has begun. */
  private static void twoAnswers(
      ObjectNode responses, String dryRun, String begun, String whatHasBegun) {
    answer(responses, 200, "application/json", reference(dryRun));
    ((ObjectNode) responses.path("200"))
        .put("description", "What would be done; nothing is changed");
    begun(responses, begun, whatHasBegun);
  }

  private static void begun(ObjectNode responses, String begun, String whatHasBegun) {
    answer(responses, 202, "application/json", reference(begun));
    ((ObjectNode) responses.path("202"))
        .put("description", whatHasBegun)
        .withObject("headers")
        .withObject("Location")
        .withObject("schema")
        .put("type", "string");
  }

  /** The report of a rollout: springdoc sees one of its forms only. */
  private static void inThreeForms(ObjectNode operation, ObjectNode responses) {
    answer(responses, 200, "application/json", reference("RolloutReportView"));
    ObjectNode content = (ObjectNode) responses.at("/200/content");
    for (String type : List.of("text/html", "text/markdown")) {
      content.putObject(type).putObject("schema").put("type", "string");
    }
    ObjectNode format =
        operation
            .withArray("parameters")
            .addObject()
            .put("name", "format")
            .put("in", "query")
            .put("required", false)
            .put("description", "In which form; by default the one that Accept asks for")
            .withObject("schema")
            .put("type", "string");
    List.of("json", "markdown", "html").forEach(format.putArray("enum")::add);
  }

  private static boolean asksForOneCluster(ObjectNode operation) {
    return operation
        .path("parameters")
        .valueStream()
        .anyMatch(parameter -> parameter.path("name").asString().equals("cluster"));
  }

  private static Set<Integer> problems(
      String path, String method, ObjectNode operation, boolean open) {
    Set<Integer> statuses = new TreeSet<>(List.of(400, 406, 500));
    if (open) {
      return statuses;
    }
    statuses.addAll(List.of(401, 403, 429, 503));
    boolean acts = !method.equals("get");
    if (path.contains("{") || acts || asksForOneCluster(operation)) {
      statuses.add(404);
    }
    if (acts || !path.equals(REPORT) && READ_SERVERS.stream().anyMatch(path::endsWith)) {
      statuses.addAll(List.of(409, 422, 504));
    }
    if (operation.has("requestBody")) {
      statuses.addAll(List.of(408, 413, 415));
    }
    return statuses;
  }

  private static ObjectNode reference(String name) {
    return JsonMapper.shared().createObjectNode().put("$ref", SCHEMAS + ANSWERS + name);
  }

  private static void answer(ObjectNode responses, int status, String type, JsonNode schema) {
    ObjectNode answer = responses.withObject("/" + status);
    answer.put("description", status < 300 ? "OK" : "A problem, as RFC 9457 has it");
    answer.withObject("content").putObject(type).set("schema", schema.deepCopy());
  }

  /** From the path, and so as stable as that: {@code closeInstanceGaps}. */
  static String operationId(String path, String method) {
    String verb = "";
    List<String> nouns = new ArrayList<>();
    for (String segment : path.substring("/api/v1/".length()).split("/")) {
      if (segment.startsWith("{")) {
        String many = nouns.removeLast();
        nouns.addLast(singular(many));
        if (singular(many).equals(many)) {
          // One of what has no plural.
          nouns.addLast(segment.replaceAll("[{}]|:.*", ""));
        }
      } else {
        nouns.add(segment.split(":")[0]);
      }
      int colon = segment.indexOf(':');
      verb = colon < 0 ? verb : segment.substring(colon + 1);
    }
    if (verb.isEmpty()) {
      verb = method.equals("post") ? "create" : method;
      if (verb.equals("create")) {
        nouns.addLast(singular(nouns.removeLast()));
      }
    }
    StringBuilder id = new StringBuilder(verb);
    nouns.forEach(noun -> {
      for (String word : noun.split("-")) {
        id.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
      }
    });
    return id.toString();
  }

  private static String singular(String noun) {
    if (noun.endsWith("yses")) {
      return noun.substring(0, noun.length() - 2) + "is";
    }
    if (noun.endsWith("ies")) {
      return noun.substring(0, noun.length() - 3) + "y";
    }
    return noun.endsWith("s") && !noun.endsWith("sis")
        ? noun.substring(0, noun.length() - 1)
        : noun;
  }

  /** Simple names where there is one of it, else with the name of the view that it belongs to. */
  private ObjectNode renamed() {
    Map<String, List<String>> bySimple = new TreeMap<>();
    schemas()
        .propertyNames()
        .forEach(
            name -> bySimple.computeIfAbsent(simple(name), key -> new ArrayList<>()).add(name));
    Map<String, String> names = new LinkedHashMap<>();
    bySimple.forEach((simple, all) ->
        all.forEach(name -> names.put(name, all.size() == 1 ? simple : qualified(name))));
    ObjectNode schemas = schemas();
    Map<String, JsonNode> before = new TreeMap<>();
    schemas.properties().forEach(entry -> before.put(entry.getKey(), entry.getValue()));
    schemas.removeAll();
    Map<String, JsonNode> sorted = new TreeMap<>();
    before.forEach((name, schema) -> sorted.put(String.valueOf(names.get(name)), schema));
    sorted.forEach(schemas::set);
    references(root, names);
    return root;
  }

  private static void references(JsonNode node, Map<String, String> names) {
    if (node instanceof ObjectNode object && object.path("$ref").isString()) {
      String name = object.path("$ref").asString().substring(SCHEMAS.length());
      object.put("$ref", SCHEMAS + names.getOrDefault(name, name));
    }
    node.forEach(child -> references(child, names));
  }

  /** {@code FactJava.util.ListJava.lang.String} is FactListString. */
  private static String simple(String name) {
    StringBuilder simple = new StringBuilder();
    for (String part : name.split("(?=Io\\.tutti\\.)|(?=Java\\.)")) {
      simple.append(part.substring(part.lastIndexOf('.') + 1));
    }
    return simple.toString();
  }

  private static String qualified(String name) {
    String[] parts = local(name).split("\\.");
    return parts.length == 1
        ? parts[0]
        : parts[0].replaceFirst("(View|Paths)$", "") + parts[parts.length - 1];
  }
}
