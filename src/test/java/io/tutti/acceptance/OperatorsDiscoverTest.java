package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RogueServer.Trick;
import io.tutti.acceptance.RunningController.Answer;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** To have a server trusted with the password is for admins, also by naming it. */
class OperatorsDiscoverTest {
  private static final String MYSQL = "8.0.15";

  @Test
  void anOperatorsServerIsGivenNoPasswordAndAnAdminsIs() {
    try (RogueServer near = RogueServer.plain(Trick.OWN_KEY, MYSQL);
        RogueServer other = RogueServer.plain(Trick.OWN_KEY, MYSQL);
        RunningController controller = RunningController.start(Map.of())) {
      // Else it would have the key of the one that is trusted.
      near.becomeAnother();
      String operator =
          controller.post("/tokens", "{\"name\":\"eve\",\"role\":\"OPERATOR\"}").text("/token");
      String naming = "{\"address\":\"%s\"}";

      Answer first = controller.postAs(operator, "/discoveries", naming.formatted(near.address()));
      assertThat(first.text("/code")).as("%s", first.body()).isEqualTo("ADDRESS_NOT_ALLOWED");
      assertThat(first.text("/observed")).contains("was named by no admin and is not contacted");
      assertThat(near.logins()).isEmpty();

      controller.discover(other.address());
      assertThat(other.passwords()).as("as ssh trusts a first contact").isNotEmpty();
      controller.post("/trust/" + RunningController.encoded(other.address()), "{}");
      Answer again = controller.postAs(operator, "/discoveries", naming.formatted(near.address()));
      assertThat(again.text("/code")).as("%s", again.body()).isEqualTo("SERVER_UNTRUSTED");
      assertThat(near.logins()).isNotEmpty();
      assertThat(near.passwords()).isEmpty();
    }
  }
}
