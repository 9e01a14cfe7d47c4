package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.Answer;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A request that a page shows in a line: method, path, the status of its answer, and its body.
 *
 * @param status of the answer, as the page says
 */
record PageRequest(String method, String path, int status, String body) {
  private static final Pattern LINE =
      Pattern.compile("(GET|POST) +/api/v1(\\S+) +(\\d{3}) *(\\{.*)?");

  /** All of them under a heading. */
  static List<PageRequest> of(String page, String heading) {
    return PageExamples.blocks(page, heading).getFirst().lines().stream()
        .map(line -> {
          Matcher parts = LINE.matcher(line);
          assertThat(parts.matches()).as("a request: %s", line).isTrue();
          String body = parts.group(4) == null ? "{}" : parts.group(4);
          return new PageRequest(
              parts.group(1), parts.group(2), Integer.parseInt(parts.group(3)), body);
        })
        .toList();
  }

  /** What the page writes is another thing here. */
  PageRequest with(String written, Object real) {
    String text = real.toString();
    return new PageRequest(
        method, path.replace(written, text), status, body.replace(written, text));
  }

  Answer send(RunningController controller) {
    if (path.contains("/events")) {
      String id = path.substring("/operations/".length(), path.indexOf("/events"));
      return new Answer(200, JsonNodeFactory.instance.stringNode(controller.events(id)));
    }
    return method.equals("GET") ? controller.get(path) : controller.post(path, body);
  }

  void assertAnswered(Answer answer) {
    assertThat(answer.status()).as("%s %s: %s", method, path, answer.body()).isEqualTo(status);
  }
}
