package io.tutti.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.cli.session.CommandFailure;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeedFileTest {
  private static List<String> parsed(String... lines) {
    return SeedFile.parse("seeds.csv", List.of(lines)).stream().map(Object::toString).toList();
  }

  @Test
  void takesWhatListsOfServersLookLike() {
    assertThat(
            parsed(
                "host,port,owner",
                "",
                "# the shop",
                "db1:3306",
                "db2,3307,billing",
                "db3 ; 3308",
                "db4",
                "[2001:db8::7]:3309"))
        .containsExactly("db1:3306", "db2:3307", "db3:3308", "db4:3306", "[2001:db8::7]:3309");
  }

  @Test
  void namesTheLineThatIsNoServer() {
    assertThatThrownBy(() -> parsed("db1:3306", "db2:none"))
        .isInstanceOf(CommandFailure.class)
        .hasMessage("Line 2 of seeds.csv names no server.");
    assertThatThrownBy(() -> parsed("# nothing"))
        .isInstanceOf(CommandFailure.class)
        .hasMessage("seeds.csv names no server.");
  }
}
