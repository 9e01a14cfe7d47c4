package io.tutti.rest;

import io.tutti.web.WebServer;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.context.annotation.Bean;

/**
 * The same bounds on the port of its own as on that of REST. Found by Spring Boot by the file in
 * {@code META-INF/spring}.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
class ProbeServer {

  @Bean
  WebServer webServer() {
    return new WebServer();
  }
}
