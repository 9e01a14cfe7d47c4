package io.tutti.rest;

import io.tutti.metrics.Metrics;
import io.tutti.metrics.MetricsServlet;
import io.tutti.security.FailedLogins;
import io.tutti.security.TokenFilter;
import io.tutti.web.WebServer;
import java.util.Set;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;

/**
 * The same bounds on the port of its own as on that of REST, and the metrics, which need a token as
 * there. Found by Spring Boot by the file in {@code META-INF/spring}.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
class ProbeServer {

  @Bean
  WebServer webServer() {
    return new WebServer();
  }

  @Bean
  ServletRegistrationBean<MetricsServlet> metricsServlet(Metrics metrics, Problems problems) {
    return new ServletRegistrationBean<>(
        new MetricsServlet(metrics, problems), MetricsServlet.PATH);
  }

  /** In front of the servlet, whatever a path looks like that leads to it. */
  @Bean
  FilterRegistrationBean<TokenFilter> metricsFilter(
      Doors doors,
      FailedLogins failures,
      Problems problems,
      ServletRegistrationBean<MetricsServlet> metrics) {
    return new FilterRegistrationBean<>(
        new TokenFilter(
            new TokenFilter.Admission(
                doors.tokens(), failures, doors.audit(), doors.clock(), problems),
            Set.of()),
        metrics);
  }
}
