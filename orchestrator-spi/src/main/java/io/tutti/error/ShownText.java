package io.tutti.error;

/**
 * Texts of servers and clients, made fit to be shown: a terminal that is sent control signs does
 * what they say, and signs that turn the direction of writing make a line look like another one.
 */
public final class ShownText {
  /** What stands in the place of a sign that is not shown. */
  private static final char INSTEAD = '\u00b7';

  private ShownText() {}

  /** The same text; line ends and tabs are kept, other control signs become a middle dot. */
  public static String of(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isHidden(text.charAt(i))) {
        return replaced(text);
      }
    }
    return text;
  }

  private static String replaced(String text) {
    StringBuilder shown = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char sign = text.charAt(i);
      shown.append(isHidden(sign) ? INSTEAD : sign);
    }
    return shown.toString();
  }

  private static boolean isHidden(char sign) {
    boolean isControl = Character.isISOControl(sign) && sign != '\n' && sign != '\t';
    boolean turnsDirection =
        sign >= '\u202a' && sign <= '\u202e'
            || sign >= '\u2066' && sign <= '\u2069'
            || sign == '\u200e'
            || sign == '\u200f';
    return isControl && sign != '\r' || turnsDirection || sign == '\u2028' || sign == '\u2029';
  }
}
