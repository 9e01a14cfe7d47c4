package io.tutti.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.cli.render.Line;
import io.tutti.cli.session.Terminal.Key;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ViewportTest {
  private static final List<Line> TEN =
      IntStream.rangeClosed(1, 10).mapToObj(number -> Line.of("line " + number)).toList();

  private static List<String> shown(Viewport view) {
    return view.of(TEN, "q quits").stream().map(Line::plain).toList();
  }

  @Test
  void showsAllWhereThereIsRoom() {
    assertThat(shown(new Viewport(0, 20))).hasSize(11).startsWith("line 1").endsWith("q quits");
  }

  @Test
  void saysWhichPartIsShown() {
    assertThat(shown(new Viewport(3, 4)))
        .containsExactly(
            "line 4",
            "line 5",
            "line 6",
            "lines 4-6 of 10; arrows and Page Up/Down scroll, q quits");
  }

  @Test
  void showsSomethingOnATerminalThatHasNoSize() {
    assertThat(shown(new Viewport(0, 0))).startsWith("line 1").hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({
    "0,UP,0",
    "0,DOWN,1",
    "0,PAGE_DOWN,3",
    "5,PAGE_UP,2",
    "5,BOTTOM,7",
    "7,DOWN,7",
    "7,PAGE_DOWN,7",
    "5,TOP,0",
    "5,NONE,5"
  })
  void scrollsByKeysAndNeverBeyondTheEnd(int top, Key key, int after) {
    assertThat(new Viewport(top, 4).moved(key, TEN.size()).top()).isEqualTo(after);
  }

  @Test
  void staysWithinATextThatGotShorter() {
    assertThat(new Viewport(7, 4).of(TEN.subList(0, 2), "").stream().map(Line::plain))
        .startsWith("line 1", "line 2");
  }

  @ParameterizedTest
  @CsvSource({
    "q,QUIT",
    "j,DOWN",
    "k,UP",
    "w,WORST",
    "G,BOTTOM",
    "z,NONE",
    "ESC[A,UP",
    "ESC[6~,PAGE_DOWN",
    "ESCOH,TOP",
    "ESC,QUIT",
    "ESC[99~,NONE"
  })
  void knowsWhatTerminalsSend(String typed, Key key) {
    assertThat(Terminal.key(typed.replace("ESC", "\u001b"))).isEqualTo(key);
  }
}
