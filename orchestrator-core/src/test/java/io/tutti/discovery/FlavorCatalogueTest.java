package io.tutti.discovery;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.fixtures.FakeFlavor;
import io.tutti.model.InstanceAddress;
import io.tutti.model.ServerVersion;
import io.tutti.spi.Detection;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.ServerBanner;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FlavorCatalogueTest {
  private static final InstanceAddress DB = InstanceAddress.parse("db7:3306");
  private static final ServerBanner BANNER = new ServerBanner("5.5.62", "a comment", Map.of());

  private static FlavorProvider answering(String id, Detection answer) {
    return new FakeFlavor(id, Set.of()) {
      @Override
      public Detection detect(ServerBanner banner) {
        return answer;
      }
    };
  }

  private static FlavorProvider claiming(String id) {
    return answering(id, new Detection.Claimed(ServerVersion.parse("5.5.62"), "looks like mine"));
  }

  private static FlavorProvider declining(String id) {
    return answering(id, new Detection.Declined("takes 5.6; this is 5.5.62, which is too old"));
  }

  @Test
  void noClaimListsEveryPluginAndItsReason() {
    var catalogue = new FlavorCatalogue(List.of(declining("one"), declining("two")));
    assertThatThrownBy(() -> catalogue.require(DB, BANNER))
        .hasMessageContaining("db7:3306 says it is \"5.5.62\" (a comment), which no plugin claims")
        .hasMessageContaining("one: takes 5.6; this is 5.5.62, which is too old")
        .hasMessageContaining("two: takes");
  }

  @Test
  void twoClaimsListEveryPluginAndItsEvidence() {
    var catalogue =
        new FlavorCatalogue(List.of(claiming("one"), declining("two"), claiming("three")));
    assertThatThrownBy(() -> catalogue.require(DB, BANNER))
        .hasMessageContaining("more than one plugin claims")
        .hasMessageContaining("three: claims it as 5.5.62 (looks like mine)")
        .hasMessageContaining("one: claims it")
        .hasMessageContaining("two: takes");
  }

  @Test
  void twoPluginsOfOneNameAreRefused() {
    assertThatThrownBy(() -> new FlavorCatalogue(List.of(claiming("one"), claiming("one"))))
        .hasMessageContaining("Two plugins call themselves one");
  }
}
