package io.tutti.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.model.InstanceAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContactRuleTest {

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:3306, 127.0.0.2:3307, true",
    "127.0.0.1:3306, [::1]:3307, true",
    "127.0.0.1:3306, 10.0.0.1:3306, false",
    "10.0.0.1:3306, 127.0.0.1:3306, false",
    "10.0.0.1:3306, 192.168.7.7:3306, true",
    "10.0.0.1:3306, 93.184.215.14:3306, false",
    "93.184.215.14:3306, 93.184.215.99:3306, true",
    "93.184.215.14:3306, 93.184.216.14:3306, false",
    "[2001:db8:1::7]:3306, [2001:db8:1:9::8]:3306, true",
    "[2001:db8:1::7]:3306, [2001:db8:2::7]:3306, false",
  })
  void contactsWhatIsNearToWhatAPersonNamed(String named, String reported, boolean contacted) {
    assertThat(refuses(ContactRule.NEAR, named, reported)).isEqualTo(!contacted);
  }

  @Test
  void settingsTakeTheirPlace() {
    ContactRule rule =
        new ContactRule(
            AddressPattern.parseAll(List.of("10.1.0.0/16", "127.0.0.3")),
            AddressPattern.parseAll(List.of("10.1.9.0/24", "*:3310")),
            AddressPattern.parseAll(List.of("10.2.0.0/16")));

    assertThat(refuses(rule, "10.1.0.1:3306", "10.1.2.3:3306")).isFalse();
    assertThat(refuses(rule, "10.1.0.1:3306", "10.3.0.1:3306")).isTrue();
    assertThat(refuses(rule, "10.1.0.1:3306", "10.1.9.1:3306")).isTrue();
    assertThat(refuses(rule, "10.1.0.1:3306", "10.1.2.3:3310")).isTrue();
    assertThat(refuses(rule, "10.1.0.1:3306", "127.0.0.3:3306")).isFalse();
    assertThat(refuses(rule, "10.1.0.1:3306", "127.0.0.4:3306")).isTrue();
    assertThat(refuses(rule, "10.1.0.1:3306", "10.2.0.1:3306")).isFalse();
    assertThat(rule.vouchesFor(InstanceAddress.parse("10.2.0.1:3306"))).isTrue();
    assertThat(rule.vouchesFor(InstanceAddress.parse("10.1.0.1:3306"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10.0.0.0/33", "db/8", "10.0.0.0/x"})
  void refusesWhatIsNoPattern(String text) {
    assertThatThrownBy(() -> AddressPattern.parse(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static boolean refuses(ContactRule rule, String named, String reported) {
    return rule.refusal(InstanceAddress.parse(reported), List.of(InstanceAddress.parse(named)))
        .isPresent();
  }
}
