package io.tutti.cli.verb;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 500M}, {@code 2G}, {@code 64K}; a plain number is bytes. */
final class SizeConverter implements ITypeConverter<Long> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})([kmg]?)");

  @Override
  public Long convert(String text) {
    Matcher matcher = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is not a size such as 64K, 500M or 2G");
    }
    long count = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "k" -> count * 1_000;
      case "m" -> count * 1_000_000;
      case "g" -> count * 1_000_000_000;
      default -> count;
    };
  }
}
