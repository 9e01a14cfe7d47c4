package io.tutti.trust;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import org.junit.jupiter.api.Test;

class NamedPlaceTest {
  private static InstanceAddress at(String host, int port) {
    return new InstanceAddress(host, port);
  }

  @Test
  void aNameLeadsToItsAddress() {
    assertThat(NamedPlace.leadsTo(at("localhost", 3306), at("127.0.0.1", 3306))).isTrue();
    assertThat(NamedPlace.leadsTo(at("127.0.0.1", 3306), at("127.0.0.1", 3306))).isTrue();
  }

  @Test
  void anotherPortOrAnotherPlaceIsAnotherServer() {
    assertThat(NamedPlace.leadsTo(at("localhost", 3306), at("127.0.0.1", 3307))).isFalse();
    assertThat(NamedPlace.leadsTo(at("localhost", 3306), at("127.0.0.2", 3306))).isFalse();
    assertThat(NamedPlace.leadsTo(at("127.0.0.1", 3306), at("192.0.2.1", 3306))).isFalse();
  }

  @Test
  void aNameThatNobodyKnowsLeadsNowhere() {
    assertThat(NamedPlace.leadsTo(at("localhost", 3306), at("no.such.host.invalid", 3306)))
        .isFalse();
    assertThat(NamedPlace.leadsTo(at("no.such.host.invalid", 3306), at("127.0.0.1", 3306)))
        .isFalse();
  }
}
