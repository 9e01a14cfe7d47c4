package io.tutti.cli.session;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Optional;

/** What a person answers at the terminal, where one is there. */
public final class Answers {
  /** A script, a pipe, a job: nobody is asked. */
  public static final Answers NOBODY = new Answers(Optional.empty());

  private final Optional<BufferedReader> person;

  private Answers(Optional<BufferedReader> person) {
    this.person = person;
  }

  /** By what a person types. */
  public static Answers of(Reader typed) {
    return new Answers(Optional.of(new BufferedReader(typed)));
  }

  /** The launcher says whether standard input and output are a terminal. */
  public static Answers ofProcess() {
    return Boolean.getBoolean("tutti.interactive")
        ? of(new InputStreamReader(System.in, Charset.defaultCharset()))
        : NOBODY;
  }

  public boolean isAnybodyThere() {
    return person.isPresent();
  }

  /** Whether the next line says yes; the end of the input and an empty line say no. */
  public boolean isYes() {
    try {
      String line = person.isPresent() ? person.get().readLine() : null;
      String word = line == null ? "" : line.strip().toLowerCase(Locale.ROOT);
      return word.equals("y") || word.equals("yes");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
