package io.tutti.cli.render;

import io.tutti.api.TopologyView;
import io.tutti.cli.view.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes an instance as the controller would report of it. */
final class SampleInstance {
  static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
  static final String RUNS = "RUNNING";

  private final List<String> fields = new ArrayList<>();
  private final List<String> channels = new ArrayList<>();

  private SampleInstance(String address, String contact) {
    fields.add("\"address\":\"%s\",\"contact\":\"%s\"".formatted(address, contact));
  }

  static SampleInstance reached(String address) {
    return new SampleInstance(address, "REACHED")
        .server("mysql-8.0", "8.0.15")
        .with("\"ageMillis\":100");
  }

  static SampleInstance unread(String address, String contact) {
    return new SampleInstance(address, contact);
  }

  SampleInstance with(String field) {
    fields.add(field);
    return this;
  }

  SampleInstance server(String flavor, String version) {
    return with("\"flavor\":\"%s\",\"version\":\"%s\"".formatted(flavor, version));
  }

  SampleInstance role(String role) {
    return with("\"role\":\"%s\"".formatted(role));
  }

  SampleInstance writable(boolean writable) {
    return with("\"writable\":{\"value\":%s}".formatted(writable));
  }

  SampleInstance gtid(String executed) {
    return with(
        "\"gtid\":{\"mode\":{\"value\":\"ON\"},\"executed\":{\"value\":\"%s\"}}"
            .formatted(executed));
  }

  SampleInstance workers(int count, String mode) {
    return with(
        "\"parallel\":{\"workers\":{\"value\":%d},\"mode\":{\"value\":\"%s\"}}"
            .formatted(count, mode));
  }

  /** A channel that runs with a lag by commit timestamps. */
  SampleInstance from(String source) {
    return channel(
        "",
        source,
        RUNS,
        RUNS,
        ",\"lag\":{\"value\":{\"millis\":200,\"source\":\"COMMIT_TIMESTAMPS\"}}");
  }

  SampleInstance channel(String name, String source, String receiver, String applier, String more) {
    channels.add(
        "{\"name\":\"%s\",\"source\":\"%s\",\"receiver\":{\"state\":\"%s\"},\"applier\":{\"state\":\"%s\"}%s}"
            .formatted(name, source, receiver, applier, more));
    return this;
  }

  SampleInstance rawChannel(String json) {
    channels.add(json);
    return this;
  }

  String json() {
    return Stream.concat(
            fields.stream(), Stream.of("\"channels\":[" + String.join(",", channels) + "]"))
        .collect(Collectors.joining(",", "{", "}"));
  }

  /** A cluster of these instances. */
  static TopologyView cluster(String name, List<String> heads, SampleInstance... instances) {
    String json =
        "{\"name\":\"%s\",\"heads\":[%s],\"instances\":[%s]}"
            .formatted(
                name,
                heads.stream().map(head -> "\"" + head + "\"").collect(Collectors.joining(",")),
                Stream.of(instances).map(SampleInstance::json).collect(Collectors.joining(",")));
    return Json.parse(json).orElseThrow().as(TopologyView.class);
  }
}
