package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a page shows of an answer of REST: each member that is there is one of the answer, with the
 * same words. It may leave out members, and elements of lists.
 */
final class PageJson {
  private PageJson() {}

  static void assertShown(PageBlock page, String shown, String answer) {
    JsonNode there = JsonMapper.shared().readTree(answer);
    assertThat(isShown(JsonMapper.shared().readTree(shown), there))
        .as("%s:%d shows%n%s%nand this was answered:%n%s", page.page(), page.line(), shown, there)
        .isTrue();
  }

  private static boolean isShown(JsonNode page, JsonNode answer) {
    if (page.isObject()) {
      return answer.isObject()
          && page.propertyStream()
              .allMatch(each ->
                  answer.has(each.getKey()) && isShown(each.getValue(), answer.get(each.getKey())));
    }
    if (page.isArray()) {
      return answer.isArray()
          && (!page.isEmpty() || answer.isEmpty())
          && page.valueStream()
              .allMatch(each -> answer.valueStream().anyMatch(one -> isShown(each, one)));
    }
    return page.isNumber() == answer.isNumber()
        && PageExamples.isLike(page.asString(), answer.asString());
  }
}
