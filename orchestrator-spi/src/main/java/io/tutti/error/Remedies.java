package io.tutti.error;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What can be done, the best first: {@code Remedies.of(Acts.trust(server)).or("set …")}. */
public record Remedies(List<Remedy> list) implements Iterable<Remedy> {
  private static final Remedies NONE = new Remedies(List.of());

  public Remedies {
    list = List.copyOf(list);
  }

  public static Remedies none() {
    return NONE;
  }

  /** What a person does, in words. */
  public static Remedies advice(Collection<String> sentences) {
    return new Remedies(sentences.stream().map(Remedy::advice).toList());
  }

  public static Remedies of(String advice) {
    return of(Remedy.advice(advice));
  }

  public static Remedies of(Act act) {
    return of(Remedy.of(act));
  }

  public static Remedies of(Remedy remedy) {
    return new Remedies(List.of(remedy));
  }

  /** As {@link Remedy#of(String, Object...)}. */
  public static Remedies of(String format, Object... parts) {
    return of(Remedy.of(format, parts));
  }

  public Remedies or(String advice) {
    return or(Remedy.advice(advice));
  }

  public Remedies or(Act act) {
    return or(Remedy.of(act));
  }

  public Remedies or(String format, Object... parts) {
    return or(Remedy.of(format, parts));
  }

  public Remedies or(Remedy remedy) {
    return or(of(remedy));
  }

  public Remedies or(Remedies others) {
    List<Remedy> all = new ArrayList<>(list);
    all.addAll(others.list);
    return new Remedies(all);
  }

  public boolean isEmpty() {
    return list.isEmpty();
  }

  public Stream<Remedy> stream() {
    return list.stream();
  }

  @Override
  public Iterator<Remedy> iterator() {
    return list.iterator();
  }

  /** All in one line. */
  public String joined(String separator, Function<Act, String> how) {
    return stream().map(remedy -> remedy.said(how)).collect(Collectors.joining(separator));
  }

  /** What was seen and what can be done, in one text. */
  public String after(String observed, Function<Act, String> how) {
    return isEmpty() ? observed : observed + " Remedy: " + joined(" Or: ", how);
  }

  Remedies shown() {
    return new Remedies(stream().map(Remedy::shown).toList());
  }

  @Override
  public String toString() {
    return list.toString();
  }
}
