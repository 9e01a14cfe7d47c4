package io.tutti.error;

/**
 * Texts of servers and clients, made fit to be shown: a terminal that is sent control signs does
 * what they say, and signs that turn the direction of writing make a line look like another one.
 */
public final class ShownText {
  /** What is in the place of a sign that is not shown. */
  private static final char INSTEAD = '\u00b7';

  private ShownText() {}

  /** The same text; line ends and tabs are kept, other control signs become a middle dot. */
  public static String of(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isHidden(text, i)) {
        return replaced(text);
      }
    }
    return text;
  }

  private static String replaced(String text) {
    StringBuilder shown = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      shown.append(isHidden(text, i) ? INSTEAD : text.charAt(i));
    }
    return shown.toString();
  }

  private static boolean isHidden(String text, int at) {
    char sign = text.charAt(at);
    if (sign == '\r') {
      // Alone it has what follows written over the line.
      return at + 1 == text.length() || text.charAt(at + 1) != '\n';
    }
    boolean isControl = Character.isISOControl(sign) && sign != '\n' && sign != '\t';
    boolean turnsDirection =
        sign >= '\u202a' && sign <= '\u202e'
            || sign >= '\u2066' && sign <= '\u2069'
            || sign == '\u200e'
            || sign == '\u200f';
    return isControl || turnsDirection || sign == '\u2028' || sign == '\u2029';
  }
}
