package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.tutti.api.ActView;
import io.tutti.api.RequestView;
import io.tutti.cli.render.ActCommand;
import io.tutti.cli.session.Screen;
import io.tutti.error.Act;
import io.tutti.error.Action;
import io.tutti.error.Acts;
import io.tutti.error.Argument;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What remedies say can be typed. */
class ActCommandsTest {
  static Stream<String> commands() {
    return Arrays.stream(Acts.class.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .map(method -> ActCommand.of(view(made(method))));
  }

  private static Act made(Method method) {
    Object[] arguments =
        Arrays.stream(method.getParameters())
            .map(parameter ->
                switch (parameter.getName()) {
                  case "act" -> Acts.rebuild("db1:3306");
                  case "action" -> Action.CLOSE_GAPS;
                  case "role" -> "OPERATOR";
                  default -> "db1:3306";
                })
            .toArray();
    try {
      return (Act) method.invoke(null, arguments);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(method.toString(), e);
    }
  }

  private static ActView view(Act act) {
    Map<String, String> arguments = new LinkedHashMap<>();
    act.arguments().forEach((argument, value) -> arguments.put(argument.fieldName(), value));
    return new ActView(
        act.action().name(),
        arguments,
        act.asked().stream().map(Argument::fieldName).toList(),
        new RequestView("POST", "/there", Map.of()),
        "POST /there");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void canBeTyped(String command) {
    String[] words =
        command
            .replace("HOST:PORT", "db2:3306")
            .replace("SECONDS", "9")
            .replace("ROLE", "viewer")
            .split(" ");
    assertThatCode(() ->
            new Main(Screen.ofProcess(Map.of()), Map.of())
                .commandLine()
                .parseArgs(Arrays.copyOfRange(words, 1, words.length)))
        .as("%s", command)
        .doesNotThrowAnyException();
  }
}
