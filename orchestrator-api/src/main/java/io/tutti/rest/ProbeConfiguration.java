package io.tutti.rest;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the actuator says of a controller: the parts of {@link Health}, and the build. */
@Configuration(proxyBeanMethods = false)
class ProbeConfiguration {

  /** {@code controller/store}, {@code controller/saving}, {@code controller/watching}. */
  @Bean
  CompositeHealthContributor controllerHealthContributor(Health health) {
    Map<String, HealthIndicator> indicators = new LinkedHashMap<>();
    health.parts().forEach(part -> indicators.put(part.name(), () -> seen(health, part)));
    return CompositeHealthContributor.fromMap(indicators);
  }

  private static org.springframework.boot.health.contributor.Health seen(
      Health health, Health.Part part) {
    String why = health.look().troubles().get(part);
    return why == null
        ? org.springframework.boot.health.contributor.Health.up().build()
        : org.springframework.boot.health.contributor.Health.down().withDetail("why", why).build();
  }

  @Bean
  InfoContributor buildInfo() {
    Build build = Build.ofThis();
    return info ->
        info.withDetail(
            "build",
            Map.of("version", build.version(), "commit", build.commit(), "java", build.java()));
  }
}
