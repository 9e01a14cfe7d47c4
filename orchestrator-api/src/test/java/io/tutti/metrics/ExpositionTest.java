package io.tutti.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.measure.DurationHistogram;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpositionTest {

  private static List<String> samples(Exposition exposition) {
    return exposition.text().lines().filter(line -> !line.startsWith("#")).toList();
  }

  @Test
  void whatAServerCallsAChannelIsOneLabel() {
    String name = "a\"} 1\ntutti_instance_up{instance=\"b\\";
    Exposition exposition =
        new Exposition().sample(Metric.LAG_KNOWN, true, "db1:3306", "db2:3306", name);

    assertThat(samples(exposition))
        .containsExactly(
            "tutti_replica_lag_known{cluster=\"db1:3306\",instance=\"db2:3306\","
                + "channel=\"a\\\"} 1\\ntutti_instance_up{instance=\\\"b\\\\\"} 1");
  }

  @Test
  void aNameHasAnEndAndNoControlCharacters() {
    Exposition exposition =
        new Exposition().sample(Metric.INSTANCE_UP, true, "\u001b[2J\u2028", "x".repeat(10_000));

    assertThat(samples(exposition))
        .singleElement()
        .asString()
        .hasSizeLessThan(400)
        .contains("cluster=\"·[2J·\"");
  }

  @Test
  void aHistogramEndsWithAllOfThem() {
    DurationHistogram histogram = new DurationHistogram();
    histogram.record(Duration.ofMillis(3));
    histogram.record(Duration.ofSeconds(20));

    assertThat(samples(new Exposition().histogram(Metric.POLLS, histogram.counted(), "reached")))
        .startsWith("tutti_poll_duration_seconds_bucket{outcome=\"reached\",le=\"0.001\"} 0")
        .contains(
            "tutti_poll_duration_seconds_bucket{outcome=\"reached\",le=\"0.005\"} 1",
            "tutti_poll_duration_seconds_bucket{outcome=\"reached\",le=\"10\"} 1")
        .endsWith(
            "tutti_poll_duration_seconds_bucket{outcome=\"reached\",le=\"+Inf\"} 2",
            "tutti_poll_duration_seconds_sum{outcome=\"reached\"} 20.003",
            "tutti_poll_duration_seconds_count{outcome=\"reached\"} 2");
  }

  @Test
  void aSampleHasAllOfItsLabels() {
    assertThatThrownBy(() -> new Exposition().sample(Metric.INSTANCE_UP, 1, "db1:3306"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** https://prometheus.io/docs/practices/naming/ */
  @Test
  void namesAreAsPrometheusWantsThem() {
    assertThat(Arrays.stream(Metric.values()).map(Metric::family)).doesNotHaveDuplicates();
    assertThat(Metric.values())
        .allSatisfy(metric -> {
          assertThat(metric.family()).matches("(tutti|process)_[a-z_]+[a-z]");
          assertThat(metric.family().endsWith("_total"))
              .isEqualTo(metric.type() == Metric.Type.COUNTER);
          assertThat(metric.labels()).allMatch(label -> label.matches("[a-z]+(_[a-z]+)*"));
          assertThat(metric.meaning()).doesNotContain("\n", "|").doesNotEndWith(".");
        });
  }
}
