package io.tutti.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.Nulls;
import io.tutti.hook.Hooks;
import io.tutti.reading.BinlogReadings;
import io.tutti.security.FailedLogins;
import io.tutti.security.RoleCheck;
import io.tutti.security.TokenFilter;
import io.tutti.security.TokenRegister;
import io.tutti.web.BodyLimit;
import io.tutti.web.WebServer;
import java.util.Set;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;

/**
 * All that answers requests. Expects the beans {@link Fleet}, {@link Operations}, {@link Hooks},
 * {@link BinlogReadings}, {@link Health}, {@link Doors}, {@link FailedLogins} and {@link
 * DataFolder}.
 */
@Configuration(proxyBeanMethods = false)
@Import({
  FleetController.class,
  FindingController.class,
  LabelController.class,
  SilenceController.class,
  DowntimeController.class,
  OperationController.class,
  ParallelismController.class,
  BinlogReadingController.class,
  TuningController.class,
  RolloutController.class,
  CrashController.class,
  IncidentController.class,
  FenceController.class,
  PromotionController.class,
  CandidateController.class,
  StartupConfigController.class,
  GapsController.class,
  BackupController.class,
  TransactionController.class,
  RejoinController.class,
  RelocationController.class,
  ErrantController.class,
  ReplicationController.class,
  ClusterTrustController.class,
  TrustController.class,
  AboutController.class,
  GrantsController.class,
  DoctorController.class,
  DecisionController.class,
  TokenController.class,
  HookController.class,
  ScheduleController.class,
  HealthController.class,
  ProbeConfiguration.class,
  Problems.class
})
public class RestConfiguration {

  @Bean
  WebServer webServer() {
    return new WebServer();
  }

  @Bean
  FilterRegistrationBean<BodyLimit> bodyLimit(Problems problems) {
    FilterRegistrationBean<BodyLimit> first = new FilterRegistrationBean<>(new BodyLimit(problems));
    first.setOrder(Ordered.HIGHEST_PRECEDENCE);
    return first;
  }

  @Bean
  FilterRegistrationBean<TokenFilter> tokenFilter(
      Doors doors, FailedLogins failures, Problems problems) {
    return new FilterRegistrationBean<>(
        new TokenFilter(
            new TokenFilter.Admission(
                doors.tokens(), failures, doors.audit(), doors.clock(), problems),
            Set.of(
                HealthController.HEALTH,
                HealthController.LIVE,
                HealthController.READY,
                AboutController.OPENAPI,
                RolloutController.SCHEMA)));
  }

  @Bean
  TokenRegister tokenRegister(Doors doors) {
    return doors.tokens();
  }

  @Bean
  WebSetup webSetup(Doors doors) {
    return new WebSetup(new RoleCheck(doors.audit(), doors.clock()));
  }

  /** What is not there is left out; what nobody knows is refused. */
  @Bean
  JsonMapperBuilderCustomizer strictAndCompact() {
    return builder ->
        builder
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.FAIL))
            .changeDefaultPropertyInclusion(inclusion ->
                inclusion
                    .withValueInclusion(JsonInclude.Include.NON_ABSENT)
                    .withContentInclusion(JsonInclude.Include.NON_ABSENT));
  }
}
