package io.tutti.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class RemedyTest {
  @Test
  void aSentenceKeepsWhatTuttiCanDoAsAValue() {
    Act forget = Acts.forget("db1:3306");
    Remedy remedy = Remedy.of("bring %s back, or \"%s\" for good", "db1:3306", forget);
    assertThat(remedy.pieces())
        .containsExactly(
            new Remedy.Text("bring db1:3306 back, or \""), forget, new Remedy.Text("\" for good"));
    assertThat(remedy.acts()).containsExactly(forget);
    assertThat(remedy.said(act -> "<" + act.action() + ">"))
        .isEqualTo("bring db1:3306 back, or \"<FORGET>\" for good");
    assertThat(remedy).hasToString("bring db1:3306 back, or \"forget db1:3306\" for good");
  }

  @Test
  void aPercentSignOfAServerIsNoPlace() {
    assertThat(Remedy.advice("100 %s")).hasToString("100 %s");
    assertThat(Remedy.of("%s", "100 %s")).hasToString("100 %s");
  }

  @Test
  void aSentenceHasAsManyPartsAsPlaces() {
    assertThatIllegalArgumentException().isThrownBy(() -> Remedy.of("forget %s, or %s", "a"));
  }

  @Test
  void anActSaysWhatIsStillToBeGiven() {
    Act unfence = Acts.unfenceByForce("db1:3306");
    assertThat(unfence.arguments())
        .containsEntry(Argument.INSTANCE, "db1:3306")
        .containsEntry(Argument.FORCE, "true")
        .doesNotContainKey(Argument.WHY);
    assertThat(unfence.asked()).containsExactly(Argument.WHY);
    assertThat(Acts.closeGaps("db1:3306", "east"))
        .hasToString("close gaps db1:3306 (channel east)");
  }

  @Test
  void theBestComesFirst() {
    Remedies remedies = Remedies.of(Acts.trust("db1:3306")).or("set tutti.discovery.allow");
    assertThat(remedies)
        .extracting(Remedy::toString)
        .containsExactly("trust db1:3306", "set tutti.discovery.allow");
    assertThat(remedies.after("So it is.", act -> "X"))
        .isEqualTo("So it is. Remedy: X Or: set tutti.discovery.allow");
    assertThat(Remedies.none().after("So it is.", act -> "X")).isEqualTo("So it is.");
    assertThat(Remedies.advice(List.of("a", "b"))).isEqualTo(Remedies.of("a").or("b"));
  }

  @Test
  void whatAServerSentIsMadeFitToBeShown() {
    Remedies remedies =
        Remedies.of("say %s, or %s", "\u001b[2J", Acts.skipOf("db1:3306", "\u0007"));
    assertThat(remedies.shown().toString()).doesNotContain("\u001b", "\u0007").contains("·[2J");
  }
}
