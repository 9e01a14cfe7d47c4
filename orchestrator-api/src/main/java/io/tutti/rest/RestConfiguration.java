package io.tutti.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tutti.security.AccessToken;
import io.tutti.security.TokenFilter;
import java.util.Set;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.DeserializationFeature;

/**
 * All that answers requests. Expects the beans {@link Fleet}, {@link Operations} and {@link
 * AccessToken}.
 */
@Configuration(proxyBeanMethods = false)
@Import({
  FleetPaths.class,
  OperationPaths.class,
  ParallelismPaths.class,
  CrashPaths.class,
  IncidentPaths.class,
  FencePaths.class,
  BootConfigPaths.class,
  GapsPaths.class,
  BackupPaths.class,
  TransactionPaths.class,
  TrustPaths.class,
  ControllerPaths.class,
  DecisionPaths.class,
  Problems.class
})
public class RestConfiguration {

  @Bean
  FilterRegistrationBean<TokenFilter> tokenFilter(AccessToken token, Problems problems) {
    return new FilterRegistrationBean<>(
        new TokenFilter(token, Set.of(ControllerPaths.HEALTH, ControllerPaths.OPENAPI), problems));
  }

  /** What is not there is left out; what nobody knows is refused. */
  @Bean
  JsonMapperBuilderCustomizer strictAndCompact() {
    return builder ->
        builder
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .changeDefaultPropertyInclusion(inclusion ->
                inclusion
                    .withValueInclusion(JsonInclude.Include.NON_ABSENT)
                    .withContentInclusion(JsonInclude.Include.NON_ABSENT));
  }
}
