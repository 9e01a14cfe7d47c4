package io.tutti.spi.backup;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How a channel is beside its source, its account and its place: so that one which takes its role
 * is made alike.
 *
 * @param all those that are set, in the order in which they are said
 * @param unread what its server does not show, and a new one therefore lacks
 */
public record ChannelOptions(List<Option> all, List<String> unread) {
  /** Nothing is known, and nothing is set. */
  public static final ChannelOptions NONE = new ChannelOptions(List.of(), List.of());

  /** The option that says whether a channel uses TLS. */
  public static final String TLS = "SSL";

  /**
   * One of them.
   *
   * @param name as statements spell it, without the word that changed with releases
   * @param literal its value, as a statement says it
   */
  public record Option(String name, String literal) {}

  public ChannelOptions {
    // Journals of older releases have none.
    all = List.copyOf(Objects.requireNonNullElse(all, List.of()));
    unread = List.copyOf(Objects.requireNonNullElse(unread, List.of()));
  }

  /** The value of one. */
  public Optional<String> find(String name) {
    return all.stream().filter(each -> each.name().equals(name)).map(Option::literal).findFirst();
  }

  /** Whether it uses TLS. */
  public boolean isTls() {
    return find(TLS).filter("1"::equals).isPresent();
  }

  /** The same without one of them. */
  public ChannelOptions without(String name) {
    return new ChannelOptions(
        all.stream().filter(each -> !each.name().equals(name)).toList(), unread);
  }
}
