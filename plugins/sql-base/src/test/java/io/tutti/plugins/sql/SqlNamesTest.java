package io.tutti.plugins.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SqlNamesTest {
  private static final String ODD = "a'\\\n\r\0\032\"`{}?%;-/* é表";

  @Test
  void whatWouldEndALiteralIsEscaped() {
    assertThat(SqlNames.quoted("s3cr\\et'")).isEqualTo("'s3cr\\\\et'''");
    assertThat(SqlNames.quoted("a\nb")).isEqualTo("'a\\nb'");
    assertThat(SqlNames.quoted("")).isEqualTo("''");
    assertThat(SqlNames.named("it's `two")).isEqualTo("`it's ``two`");
  }

  /** Whether backslashes escape or not, nothing of the text is read as anything but a text. */
  @Test
  void anyTextIsOneLiteralUnderEverySqlMode() {
    Random random = new Random(36);
    for (int i = 0; i < 10_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(8); length > 0; length--) {
        text.append(ODD.charAt(random.nextInt(ODD.length())));
      }
      String literal = SqlNames.quoted(text.toString());
      assertThat(end(literal, false)).as(literal).isEqualTo(literal.length());
      assertThat(end(literal, true)).as(literal).isEqualTo(literal.length());
      assertThat(read(literal)).isEqualTo(text.toString());
    }
  }

  /** Where a server takes the literal for ended. */
  private static int end(String literal, boolean backslashEscapes) {
    for (int i = 1; i < literal.length(); i++) {
      char at = literal.charAt(i);
      if (at == '\\' && backslashEscapes) {
        i++;
      } else if (at == '\'') {
        if (i + 1 < literal.length() && literal.charAt(i + 1) == '\'') {
          i++;
        } else {
          return i + 1;
        }
      }
    }
    return -1;
  }

  /** As a server reads it whose backslashes escape. */
  private static String read(String literal) {
    String text = literal.substring(1, literal.length() - 1);
    StringBuilder read = new StringBuilder();
    List<String> escapes = List.of("n\n", "r\r", "0\0", "Z\032", "\\\\");
    for (int i = 0; i < text.length(); i++) {
      char at = text.charAt(i);
      if (at == '\\' || at == '\'') {
        i++;
        char next = text.charAt(i);
        read.append(
            at == '\''
                ? next
                : escapes.stream()
                    .filter(each -> each.charAt(0) == next)
                    .findFirst()
                    .orElseThrow()
                    .charAt(1));
      } else {
        read.append(at);
      }
    }
    return read.toString();
  }
}
