package io.tutti.analysis;

import io.tutti.analysis.AdviceCatalogue.Judged;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Lag;
import io.tutti.model.Observed;
import io.tutti.spi.advice.Advice;
import io.tutti.spi.advice.AdviceCode;
import io.tutti.spi.advice.AdvisedSetting;
import io.tutti.topology.Cluster;
import io.tutti.topology.Node;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the rules of a server's plugin would set on it, and what they could not judge. Pure: by the
 * readings that the controller has, and by no number that was not read or documented.
 *
 * @param settings what to set, and by which rule
 * @param elsewhere what rules found that no setting of this server changes
 * @param unknown what could not be judged, and why
 * @param notes what was seen of each channel: how it applies, and how far it is behind
 */
public record SettingsAdvice(
    List<Wanted> settings, List<Found> elsewhere, List<String> unknown, List<String> notes) {
  /** What is about durability, or about failovers. */
  private static final Set<AdviceCode> OF_OTHER_THINGS =
      EnumSet.of(
          AdviceCode.COMMITS_NOT_DURABLE,
          AdviceCode.RELAY_LOG_INFO_IN_FILE,
          AdviceCode.HOST_LOSS_NOTICED_LATE);

  /** A replica that is less behind has nothing to gain. */
  private static final Duration KEEPS_UP = Duration.ofSeconds(1);

  /**
   * One setting.
   *
   * @param subject the instance, or the channel that it is about
   * @param reason what was seen
   */
  public record Wanted(AdviceCode code, String subject, String reason, AdvisedSetting setting) {}

  /** What a rule says that sets nothing here. */
  public record Found(AdviceCode code, String subject, String sentence, List<String> remedies) {}

  public SettingsAdvice {
    settings = List.copyOf(settings);
    elsewhere = List.copyOf(elsewhere);
    unknown = List.copyOf(unknown);
    notes = List.copyOf(notes);
  }

  /**
   * @param node of which the state was read
   */
  public static SettingsAdvice of(AdviceCatalogue rules, WorldView world, Node node) {
    List<Wanted> settings = new ArrayList<>();
    List<Found> elsewhere = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (Subject subject : subjects(world, node)) {
      for (Judged judged : rules.judge(subject)) {
        if (isOfParallelism(judged.code())) {
          sort(judged, subject, settings, elsewhere, unknown);
        }
      }
    }
    return new SettingsAdvice(
        settings,
        elsewhere,
        unknown.stream().distinct().toList(),
        node.currentState().map(SettingsAdvice::notes).orElse(List.of()));
  }

  private static List<Subject> subjects(WorldView world, Node node) {
    Optional<Cluster> cluster = world.topology().clusterOf(node.address());
    List<Subject> subjects = new ArrayList<>();
    cluster.ifPresent(in -> {
      subjects.add(new Subject.OfInstance(world, in, node));
      world
          .topology()
          .linksOf(node.address())
          .forEach(link -> subjects.add(new Subject.OfChannel(world, in, node, link)));
    });
    return subjects;
  }

  private static boolean isOfParallelism(AdviceCode code) {
    return !OF_OTHER_THINGS.contains(code);
  }

  private static void sort(
      Judged judged,
      Subject subject,
      List<Wanted> settings,
      List<Found> elsewhere,
      List<String> unknown) {
    switch (judged.advice()) {
      case Observed.Known<Advice>(Advice advice) -> {
        advice
            .settings()
            .forEach(setting ->
                settings.add(
                    new Wanted(judged.code(), subject.name(), advice.sentence(), setting)));
        if (advice.settings().isEmpty()) {
          elsewhere.add(
              new Found(judged.code(), subject.name(), advice.sentence(), advice.remedies()));
        }
      }
      case Observed.Absent<Advice> absent -> {}
      case Observed.Unknown<Advice>(String why) -> unknown.add(judged.code() + ": " + why);
    }
  }

  private static List<String> notes(InstanceState state) {
    List<String> notes = new ArrayList<>();
    if (state.knownChannels().isEmpty()) {
      notes.add("%s replicates from no other server.".formatted(state.address()));
    }
    state.knownChannels().forEach(channel -> notes.add(note(state, channel)));
    return notes;
  }

  private static String note(InstanceState state, Channel channel) {
    Observed<Long> workers = state.parallel().workers();
    String how =
        switch (workers) {
          case Observed.Known<Long>(Long count) ->
              count > 1 ? "with %d workers".formatted(count) : "one transaction at a time";
          case Observed.Absent<Long> absent -> "one transaction at a time";
          case Observed.Unknown<Long>(String why) ->
              "with an unknown number of workers (%s)".formatted(why);
        };
    return "%s%s applies %s%s"
        .formatted(
            state.address(),
            Channel.ofChannel(channel.name()),
            how,
            switch (channel.lag()) {
              case Observed.Known<Lag>(Lag lag) -> behind(lag.amount(), workers);
              case Observed.Absent<Lag>(String why) ->
                  ". How far it is behind is not shown: " + why + ".";
              case Observed.Unknown<Lag>(String why) ->
                  ". How far it is behind is not known: " + why + ".";
            });
  }

  private static String behind(Duration lag, Observed<Long> workers) {
    if (lag.compareTo(KEEPS_UP) < 0) {
      return ", and keeps up with its source.";
    }
    String late = ", and is %d s behind its source.".formatted(lag.toSeconds());
    return workers.asOptional().filter(count -> count > 1).isPresent()
        ? late
        : late
            + " More workers may help; how many cannot be said from what was read. Try a number,"
            + " and have it watched: --settle.";
  }
}
