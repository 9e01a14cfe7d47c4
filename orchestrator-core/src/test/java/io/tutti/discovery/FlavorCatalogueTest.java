package io.tutti.discovery;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.model.InstanceAddress;
import io.tutti.model.ServerVersion;
import io.tutti.spi.Capability;
import io.tutti.spi.Detection;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.Greeting;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.ServerBanner;
import io.tutti.spi.Target;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FlavorCatalogueTest {
  private static final InstanceAddress DB = InstanceAddress.parse("db7:3306");
  private static final ServerBanner BANNER = new ServerBanner("5.5.62", "a comment", Map.of());

  /** A provider that only answers the one question. */
  private record Answering(String id, Detection answer) implements FlavorProvider {
    @Override
    public String description() {
      return id;
    }

    @Override
    public Set<Capability> capabilities() {
      return Set.of();
    }

    @Override
    public List<String> monitoringGrants(ServerVersion version, String account) {
      return List.of();
    }

    @Override
    public boolean canConnect(Greeting greeting) {
      return false;
    }

    @Override
    public Detection detect(ServerBanner banner) {
      return answer;
    }

    @Override
    public InstanceClient open(Target target) {
      throw new UnsupportedOperationException();
    }
  }

  private static FlavorProvider claiming(String id) {
    return new Answering(
        id, new Detection.Claimed(ServerVersion.parse("5.5.62"), "looks like mine"));
  }

  private static FlavorProvider declining(String id) {
    return new Answering(id, new Detection.Declined("takes 5.6; this is 5.5.62, which is too old"));
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
