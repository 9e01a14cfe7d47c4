package io.tutti.app;

import io.tutti.rest.RestConfiguration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * The web part as Spring sees it. Everything that is not web is made by {@link Controller} in plain
 * Java and handed in as finished objects.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = ErrorMvcAutoConfiguration.class)
@Import(RestConfiguration.class)
class ControllerApplication {

  /**
   * Only for Spring's processing at build time, which looks for a main method; starts nothing of
   * ours.
   */
  public static void main(String[] arguments) {
    SpringApplication.run(ControllerApplication.class, arguments);
  }
}
