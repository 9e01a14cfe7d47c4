package io.tutti.app;

import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Where probes reach the controller: Spring Boot's actuator, on a port of its own or not at all.
 */
final class Probes implements ApplicationContextInitializer<ConfigurableApplicationContext> {
  private static final Logger LOG = LoggerFactory.getLogger(Probes.class);

  /** As Spring Boot names the context in which its management port is served. */
  private static final String NAMESPACE = "management";

  private static final String STARTS_IT = "childManagementContextInitializer";
  private static final int NONE = -1;

  private final ControllerSettings.Management management;

  Probes(ControllerSettings.Management management) {
    this.management = management;
  }

  Map<String, Object> springProperties() {
    return Map.of(
        "management.server.port", management.port().orElse(NONE),
        "management.server.address", management.address());
  }

  @Override
  public void initialize(ConfigurableApplicationContext context) {
    if (management.port().isEmpty()) {
      context.addBeanFactoryPostProcessor(notPrepared());
    } else {
      context.addApplicationListener(
          (ApplicationListener<WebServerInitializedEvent>) this::announce);
    }
  }

  /** What was decided when the beans were processed at build time: that there is such a port. */
  private static BeanFactoryPostProcessor notPrepared() {
    return beans -> {
      if (beans instanceof BeanDefinitionRegistry registry
          && registry.containsBeanDefinition(STARTS_IT)) {
        registry.removeBeanDefinition(STARTS_IT);
      }
    };
  }

  private void announce(WebServerInitializedEvent event) {
    if (NAMESPACE.equals(event.getApplicationContext().getServerNamespace())) {
      LOG.info(
          "Probes are answered on http://{}:{}/actuator/health, Prometheus on /actuator/prometheus",
          management.address(),
          event.getWebServer().getPort());
    }
  }
}
