package io.tutti.rest;

import io.tutti.api.RequestView;
import io.tutti.error.Act;
import io.tutti.error.Action;
import io.tutti.error.Argument;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.springframework.web.util.UriUtils;
import tools.jackson.databind.json.JsonMapper;

/** How REST is asked for what Tutti can do. */
final class ActRequests {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final String ROOT = "/api/v1";

  /** Stands in a text for what is to be given. */
  private static final String OPEN = "…";

  private ActRequests() {}

  static RequestView of(Act act) {
    String[] route = route(act).split(" ", 2);
    return new RequestView(route[0], ROOT + filled(route[1], act), body(act, route[1]));
  }

  /** In one line: {@code POST /api/v1/instances/db1:3306:unfence {"force":true,"why":"…"}}. */
  static String text(Act act) {
    RequestView request = of(act);
    Map<String, Object> fields = new LinkedHashMap<>(request.body());
    String template = route(act);
    act.asked().stream()
        .filter(argument -> !template.contains(place(argument)))
        .forEach(argument -> fields.put(field(act, argument), OPEN));
    String line = request.method() + " " + request.path();
    return fields.isEmpty() ? line : line + " " + JSON.writeValueAsString(fields);
  }

  private static String place(Argument argument) {
    return "{" + argument.fieldName() + "}";
  }

  private static String filled(String template, Act act) {
    String path = template;
    for (var argument : act.arguments().entrySet()) {
      path =
          path.replace(
              place(argument.getKey()),
              UriUtils.encodePathSegment(argument.getValue(), StandardCharsets.UTF_8));
    }
    return path;
  }

  private static Map<String, Object> body(Act act, String template) {
    Map<String, Object> fields = new LinkedHashMap<>();
    rebuilding(act.action()).ifPresent(kind -> fields.put("act", kind));
    act.arguments()
        .forEach((argument, value) -> {
          if (!template.contains(place(argument)) && argument != Argument.ABOUT) {
            fields.put(field(act, argument), value(argument, value));
          }
        });
    return fields;
  }

  private static String field(Act act, Argument argument) {
    if (argument == Argument.SETTING) {
      return "settings";
    }
    return act.action() == Action.DISCOVER && argument == Argument.INSTANCE
        ? "address"
        : argument.fieldName();
  }

  private static Object value(Argument argument, String value) {
    if (argument == Argument.SETTING) {
      String[] setting = value.split("=", 2);
      return Map.of(setting[0], setting[setting.length - 1]);
    }
    return argument.isFlag() ? (Object) true : value;
  }

  private static Optional<String> rebuilding(Action action) {
    return switch (action) {
      case REBUILD_BY_HAND -> Optional.of("BY_HAND");
      case ATTACH_COPY -> Optional.of("ATTACH");
      case MARK_TO_REBUILD -> Optional.of("MARK");
      case UNMARK_TO_REBUILD -> Optional.of("UNMARK");
      default -> Optional.empty();
    };
  }

  /** Method and path. */
  private static String route(Act act) {
    return switch (act.action()) {
      case LIST_CLUSTERS -> "GET /clusters";
      case SHOW_TOPOLOGY ->
          act.arguments().isEmpty() ? "GET /clusters" : "GET /clusters/{cluster}/topology";
      case SHOW_INSTANCE -> "GET /instances/{instance}";
      case SHOW_ERRANT -> "GET /instances/{instance}/errant";
      case SHOW_STARTUP_CONFIG -> "GET /instances/{instance}/startup-config";
      case LIST_AUDIT -> "GET /audit";
      case DISCOVER -> "POST /discoveries";
      case FORGET -> "DELETE /instances/{instance}";
      case LIST_TRUSTED -> "GET /trust";
      case SHOW_TRUST -> "GET /trust/{instance}";
      case TRUST -> "POST /trust/{instance}";
      case TRUST_CLUSTER -> "POST /clusters/{cluster}/trust";
      case SHOW_GAPS -> "GET /instances/{instance}/gaps";
      case CLOSE_GAPS -> "POST /instances/{instance}/gaps:close";
      case SKIP -> "POST /instances/{instance}/transactions:skip";
      case SHOW_PARALLELISM -> "GET /instances/{instance}/parallelism";
      case APPLY_PARALLELISM -> "POST /instances/{instance}/parallelism";
      case LIST_BACKUPS -> "GET /instances/{instance}/backups";
      case BEGIN_BACKUP -> "POST /instances/{instance}/backups";
      case RENEW_BACKUP -> "POST /instances/{instance}/backups/{session}:renew";
      case END_BACKUP -> "DELETE /instances/{instance}/backups/{session}";
      case LIST_INCIDENTS -> "GET /incidents";
      case SHOW_INCIDENT -> "GET /incidents/{incident}";
      case REPORT_INCIDENT -> "GET /incidents/{incident}/report";
      case CLOSE_INCIDENT -> "POST /incidents/{incident}:close";
      case REPORT_CRASH -> "GET /instances/{instance}/crash/report";
      case RESOLVE_INCIDENT -> "POST /incidents/{incident}:resolve";
      case SWITCHOVER -> "POST /clusters/{cluster}:switchover";
      case FAILOVER -> "POST /clusters/{cluster}:failover";
      case RELEASE_HOLD -> "DELETE /clusters/{cluster}/failover-hold";
      case SHOW_CRASH -> "GET /instances/{instance}/crash";
      case SALVAGE, FENCE, UNFENCE, RELOCATE, REJOIN ->
          "POST /instances/{instance}:" + act.action().name().toLowerCase(Locale.ROOT);
      case REBUILD, REBUILD_BY_HAND, ATTACH_COPY, MARK_TO_REBUILD, UNMARK_TO_REBUILD ->
          "POST /instances/{instance}:rebuild";
      case LIST_OPERATIONS -> "GET /operations";
      case SHOW_OPERATION -> "GET /operations/{operation}";
      case FOLLOW_OPERATION -> "GET /operations/{operation}/events";
      case RETRY_OPERATION -> "POST /operations/{operation}:retry";
      case SETTLE_OPERATION -> "POST /operations/{operation}:settle?reason={why}";
      case SHOW_GRANTS ->
          "GET /grants?flavor={flavor}&version={version}&user={user}&host={host}&existing={existing}";
      case LIST_TOKENS -> "GET /tokens";
      case CREATE_TOKEN -> "POST /tokens";
      case EXPLAIN -> "GET /openapi.json";
    };
  }
}
