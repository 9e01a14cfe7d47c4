package io.tutti.rollout.gate;

import io.tutti.rollout.Gate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Asks the gates about one changed server.
 *
 * <p>Whoever asks many gates about many servers will find one that says harm by chance. So the
 * significance of a whole rollout is divided among its servers (C. E. Bonferroni), and among the
 * numbers of one server by the method of S. Holm, A simple sequentially rejective multiple test
 * procedure, Scandinavian Journal of Statistics 6 (1979): the least likely one must be below the
 * share divided by their count, the next one below the share divided by one less, and so on until
 * one is not.
 */
public final class GateJudge {
  private static final Set<Gate> PLAIN = EnumSet.of(Gate.APPLIER_ERRORS, Gate.RESTARTS, Gate.GAPS);

  private GateJudge() {}

  /**
   * @param significance how likely it may be that this server is said to be harmed when nothing has
   *     changed: that of the rollout divided by the number of its servers
   */
  public static Judgement judge(Collection<Gate> gates, double significance, Comparison compared) {
    List<Gate> asked = gates.stream().sorted().toList();
    PlainGates plain = new PlainGates(compared);
    List<GateAnswer> answers =
        new ArrayList<>(asked.stream().filter(PLAIN::contains).map(plain::ask).toList());
    MeasuredGates.Found found =
        MeasuredGates.of(compared, asked.stream().filter(gate -> !PLAIN.contains(gate)).toList());
    answers.addAll(found.answers());
    answers.addAll(tested(found.measured(), significance));
    answers.sort(Comparator.comparing(GateAnswer::gate));
    return new Judgement(answers);
  }

  /** Only what needs no statistics: asked again and again while a wave is watched. */
  public static Judgement judgeAtOnce(Collection<Gate> gates, Comparison compared) {
    return judge(gates.stream().filter(PLAIN::contains).toList(), 1, compared);
  }

  private static List<GateAnswer> tested(List<Measured> measured, double significance) {
    List<Measured> byChance =
        measured.stream().sorted(Comparator.comparingDouble(Measured::chance)).toList();
    List<GateAnswer> answers = new ArrayList<>();
    boolean isHarm = true;
    for (int i = 0; i < byChance.size(); i++) {
      Measured each = byChance.get(i);
      isHarm = isHarm && each.chance() <= significance / (byChance.size() - i);
      answers.add(each.answer(isHarm));
    }
    return answers;
  }
}
