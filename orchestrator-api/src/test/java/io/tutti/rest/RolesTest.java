package io.tutti.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.security.Needs;
import io.tutti.security.OpenToAll;
import io.tutti.store.Role;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

class RolesTest {

  private static Stream<Method> endpoints() {
    Import all = RestConfiguration.class.getAnnotation(Import.class);
    return Arrays.stream(java.util.Objects.requireNonNull(all).value())
        .filter(type -> AnnotatedElementUtils.hasAnnotation(type, RestController.class))
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .filter(method -> AnnotatedElementUtils.hasAnnotation(method, RequestMapping.class));
  }

  /** Without one an admin could use it; whoever adds a path is to think of who needs it. */
  @Test
  void everyPathHasItsRoleOrIsOpenToAll() {
    List<String> without = new ArrayList<>();
    endpoints()
        .filter(method ->
            method.isAnnotationPresent(Needs.class) == method.isAnnotationPresent(OpenToAll.class))
        .forEach(method -> without.add(method.toString()));

    assertThat(without).as("paths with neither @Needs nor @OpenToAll, or with both").isEmpty();
    assertThat(endpoints()).hasSizeGreaterThan(40);
  }

  @Test
  void noViewerChangesAnything() {
    assertThat(
            endpoints()
                .filter(method -> method.isAnnotationPresent(Needs.class))
                .filter(method -> method.getAnnotation(Needs.class).value() == Role.VIEWER)
                .filter(method ->
                    !List.of(
                            java.util.Objects.requireNonNull(
                                    AnnotatedElementUtils.findMergedAnnotation(
                                        method, RequestMapping.class))
                                .method())
                        .equals(List.of(RequestMethod.GET))))
        .isEmpty();
  }

  @Test
  void aRoleCoversThoseBelowIt() {
    assertThat(Role.ADMIN.covers(Role.VIEWER)).isTrue();
    assertThat(Role.OPERATOR.covers(Role.OPERATOR)).isTrue();
    assertThat(Role.VIEWER.covers(Role.OPERATOR)).isFalse();
    assertThat(Role.OPERATOR.covers(Role.REPORTER)).isTrue();
  }

  /** Its token lies on each database host: whoever gets it there sees and changes nothing. */
  @Test
  void aReporterReportsBootsAndNothingElse() {
    assertThat(Role.REPORTER.covers(Role.VIEWER)).isFalse();
    assertThat(Role.VIEWER.covers(Role.REPORTER)).isFalse();
    assertThat(
            endpoints()
                .filter(method -> method.isAnnotationPresent(Needs.class))
                .filter(method -> Role.REPORTER.covers(method.getAnnotation(Needs.class).value()))
                .map(Method::getName))
        .containsExactly("report");
  }
}
