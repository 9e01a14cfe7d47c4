package io.tutti.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.api.ActView;
import io.tutti.api.RemedyView;
import io.tutti.error.Act;
import io.tutti.error.Action;
import io.tutti.error.Acts;
import io.tutti.error.Remedy;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RemedyViewsTest {
  private static final String REQUEST_BODY = "/requestBody/content/application~1json/schema";

  /** Each that can be made. */
  static Stream<Act> acts() {
    return Arrays.stream(Acts.class.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .map(RemedyViewsTest::made);
  }

  private static Act made(Method method) {
    Object[] arguments =
        Arrays.stream(method.getParameterTypes())
            .map(type ->
                type == Act.class
                    ? Acts.rebuild("db1:3306")
                    : type == Action.class ? Action.CLOSE_GAPS : "db1:3306")
            .toArray();
    try {
      return (Act) method.invoke(null, arguments);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(method.toString(), e);
    }
  }

  @Test
  void eachActionCanBeMade() {
    Set<Action> made = EnumSet.noneOf(Action.class);
    acts().forEach(act -> made.add(act.action()));
    assertThat(made).containsExactlyInAnyOrder(Action.values());
  }

  @ParameterizedTest
  @MethodSource("acts")
  void eachIsARequestThatTheDocumentHas(Act act) throws IOException {
    ActView view = RemedyViews.of(Remedy.of(act)).acts().getFirst();
    if (act.action() == Action.EXPLAIN) {
      assertThat(view.request().path()).isEqualTo("/api/v1/openapi.json");
      return;
    }
    JsonNode document = document();
    JsonNode operation = operation(document, view).orElseThrow();
    String[] line = view.text().split(" ", 3);
    Set<String> fields =
        line.length < 3
            ? Set.of()
            : new HashSet<>(JsonMapper.shared().readTree(line[2]).propertyNames());
    assertThat(fields).containsAll(view.request().body().keySet());
    assertThat(fieldsOf(document, operation)).as("%s", view).containsAll(fields);
  }

  private static JsonNode document() throws IOException {
    try (var file = RemedyViewsTest.class.getResourceAsStream("openapi.json")) {
      return JsonMapper.shared().readTree(file);
    }
  }

  private static Optional<JsonNode> operation(JsonNode document, ActView view) {
    String method = view.request().method().toLowerCase(Locale.ROOT);
    return document.path("paths").properties().stream()
        .filter(path ->
            view.request()
                .path()
                .replaceAll("\\?.*", "")
                .matches(path.getKey().replaceAll("\\{[^}]*}", "[^/]+")))
        .map(path -> path.getValue().path(method))
        .filter(JsonNode::isObject)
        .findFirst();
  }

  private static Set<String> fieldsOf(JsonNode document, JsonNode operation) {
    JsonNode schema = operation.at(REQUEST_BODY);
    String reference = schema.path("$ref").asString("");
    JsonNode described = reference.isEmpty() ? schema : document.at(reference.substring(1));
    return new HashSet<>(described.path("properties").propertyNames());
  }

  @ParameterizedTest
  @MethodSource("acts")
  void aClientMayPutSomethingElseInThePlaceOfEach(Act act) {
    RemedyView view = RemedyViews.of(Remedy.of("this: %s, or then %s", act, act));
    assertThat(view.said(each -> each.action() + "!"))
        .isEqualTo("this: %s!, or then %s!".formatted(act.action(), act.action()));
    assertThat(view.said(ActView::text)).isEqualTo(view.sentence());
  }

  @Test
  void theSentenceSaysTheRequest() {
    RemedyView view =
        RemedyViews.of(Remedy.of("if you know better: %s", Acts.unfenceByForce("db1:3306")));
    assertThat(view.sentence())
        .isEqualTo(
            "if you know better: POST /api/v1/instances/db1:3306:unfence"
                + " {\"force\":true,\"why\":\"…\"}");
    ActView act = view.acts().getFirst();
    assertThat(act.action()).isEqualTo("UNFENCE");
    assertThat(act.arguments()).isEqualTo(Map.of("instance", "db1:3306", "force", "true"));
    assertThat(act.asked()).containsExactly("why");
    assertThat(act.request().body()).isEqualTo(Map.of("force", true));
  }

  @Test
  void whatIsToBeGivenIsInBracesInThePath() {
    ActView act = RemedyViews.of(Remedy.of(Acts.endBackup("db1:3306"))).acts().getFirst();
    assertThat(act.text()).isEqualTo("DELETE /api/v1/instances/db1:3306/backups/{session}");
    assertThat(act.asked()).containsExactly("session");
  }

  @Test
  void aSettingIsAFieldOfItsOwn() {
    Act persist = Acts.persist("db1:3306", "replica_workers", "4", "east");
    assertThat(RemedyViews.of(Remedy.of(persist)).acts().getFirst().request().body())
        .isEqualTo(
            Map.of("settings", Map.of("replica_workers", "4"), "persist", true, "channel", "east"));
  }
}
