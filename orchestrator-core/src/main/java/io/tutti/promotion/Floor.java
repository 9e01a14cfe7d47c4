package io.tutti.promotion;

import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.promotion.BestReplica.Has;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What of a lost source was seen by somebody, and must not be missing in who takes its place: what
 * the source had executed when it was read last, what each replica had received when it was read
 * before, and what a person asks for. Replicas are not only compared with each other: all of them
 * may have dropped the same relay log. Pure.
 */
public record Floor(List<Mark> marks) {

  /**
   * One of them.
   *
   * @param who as in: db1:3306 had executed
   * @param replica that had it; empty for the source, and for what a person asks for
   */
  public record Mark(String who, Has has, Optional<InstanceAddress> replica) {
    public boolean isOfSource() {
      return replica.isEmpty() && !who.startsWith("you");
    }
  }

  /**
   * What is missing.
   *
   * @param replica that had it; empty for the source, and for what a person asks for
   * @param isOfSource whether the source itself had it
   * @param sentence that begins with who had it
   * @param count how many transactions; empty where their places do not show that
   */
  public record Lack(
      Optional<InstanceAddress> replica,
      boolean isOfSource,
      String sentence,
      Optional<Long> count) {}

  public Floor {
    marks = List.copyOf(marks);
  }

  /**
   * @param known as it was before replicas were read again
   */
  public static Floor of(TopologySnapshot known, InstanceAddress lost, Optional<GtidSet> atLeast) {
    List<Mark> marks = new ArrayList<>();
    OfSource ofSource = OfSource.of(known, lost);
    known
        .find(lost)
        .flatMap(Node::state)
        .ifPresent(state -> {
          ofSource
              .ofSource()
              .filter(names -> !names.isEmpty())
              .ifPresent(names ->
                  marks.add(
                      new Mark(
                          lost + " had executed, when it was read last",
                          new Has.Named(names),
                          Optional.empty())));
          state
              .binlog()
              .position()
              .asOptional()
              .ifPresent(place ->
                  marks.add(
                      new Mark(
                          lost + " had written, when it was read last",
                          new Has.UpTo(place),
                          Optional.empty())));
        });
    for (ReplicationLink link : known.linksTo(lost)) {
      known
          .find(link.replica())
          .flatMap(Node::state)
          .flatMap(state -> ofSource.has(state, link.channel()).asOptional())
          .ifPresent(has ->
              marks.add(
                  new Mark(
                      link.replica() + " had received, when it was read before",
                      has,
                      Optional.of(link.replica()))));
    }
    atLeast.ifPresent(
        names -> marks.add(new Mark("you ask for", new Has.Named(names), Optional.empty())));
    return new Floor(marks);
  }

  /** What of it is missing in one who has that: sentences that begin with who had it. */
  public List<String> lackedBy(Has has) {
    return lacksOf(has).stream().map(Lack::sentence).toList();
  }

  /** Whether it is known how far the source was when it was read last, in the way of replicas. */
  public boolean knowsSource() {
    List<? extends Class<?>> ofReplicas =
        marks.stream()
            .filter(mark -> mark.replica().isPresent())
            .map(mark -> mark.has().getClass())
            .distinct()
            .toList();
    return marks.stream()
        .filter(Mark::isOfSource)
        .map(mark -> mark.has().getClass())
        .toList()
        .containsAll(ofReplicas);
  }

  /** What the source had when it was read last. */
  public Optional<Has> ofSource() {
    return marks.stream().filter(Mark::isOfSource).map(Mark::has).findFirst();
  }

  /** What of it is missing in one who has that. */
  public List<Lack> lacksOf(Has has) {
    List<Lack> lacking = new ArrayList<>();
    for (Mark mark : marks) {
      switch (mark.has()) {
        case Has.Named(GtidSet names) when has instanceof Has.Named(GtidSet mine) -> {
          if (!mine.contains(names)) {
            GtidSet missing = names.minus(mine);
            OptionalLong count = names.countBeyond(mine);
            lacking.add(
                new Lack(
                    mark.replica(),
                    mark.isOfSource(),
                    "%s: %s".formatted(mark.who(), missing),
                    count.isPresent() ? Optional.of(count.getAsLong()) : Optional.empty()));
          }
        }
        case Has.UpTo(var place) when has instanceof Has.UpTo(var mine) -> {
          if (!mine.relationTo(place).isAtOrAfter()) {
            lacking.add(
                lack(mark, "%s: what is after %s, up to %s".formatted(mark.who(), mine, place)));
          }
        }
        case Has.Named named -> {
          if (mark.replica().isEmpty() && !mark.isOfSource()) {
            lacking.add(lack(mark, "you ask for GTIDs, and replicas are compared by position"));
          }
        }
        case Has.UpTo upTo -> {
          // By GTID places say nothing.
        }
      }
    }
    return lacking;
  }

  private static Lack lack(Mark mark, String sentence) {
    return new Lack(mark.replica(), mark.isOfSource(), sentence, Optional.empty());
  }
}
