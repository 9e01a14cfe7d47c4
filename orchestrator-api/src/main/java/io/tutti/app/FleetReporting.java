package io.tutti.app;

import io.tutti.api.FleetReportView;
import io.tutti.error.OrchestratorException;
import io.tutti.eventlog.EventLog;
import io.tutti.rest.Fleet;
import io.tutti.rest.FleetReports;
import io.tutti.rollout.Rollouts;
import io.tutti.timing.Schedule;
import io.tutti.timing.Schedule.Missed;
import io.tutti.timing.ScheduleId;
import io.tutti.timing.When;
import io.tutti.webhook.Message;
import io.tutti.webhook.Outcome;
import io.tutti.webhook.SigningKey;
import io.tutti.webhook.Webhook;
import io.tutti.webhook.WebhookSender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** Reports on the fleet by schedule: written into a folder, sent to an address, or both. */
final class FleetReporting implements AutoCloseable {
  static final String KIND = "report";
  private static final String PREFIX = "tutti.reports.";
  private static final int ATTEMPTS_MAX = 6;
  private static final Duration ANSWER_MAX = Duration.ofSeconds(10);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration PAUSE_MAX = Duration.ofMinutes(1);

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  /**
   * One of them.
   *
   * @param kept how many files stay in the folder
   */
  record Wanted(
      String name, When when, Optional<Path> folder, int kept, Optional<WebhookSender> sender) {
    ScheduleId id() {
      return new ScheduleId(KIND, name);
    }
  }

  private final Map<String, Wanted> reports;
  private final Fleet fleet;
  private final Rollouts rollouts;
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("report-", 0).factory());

  FleetReporting(Map<String, Wanted> reports, Fleet fleet, Rollouts rollouts) {
    this.reports = reports;
    this.fleet = fleet;
    this.rollouts = rollouts;
  }

  /**
   * @throws OrchestratorException INVALID_CONFIGURATION naming the one that is not right
   */
  static Map<String, Wanted> wanted(Map<String, ReportSettings> settings) {
    return ConfiguredTimes.read(PREFIX, "report", settings, FleetReporting::wanted);
  }

  private static Wanted wanted(String name, ReportSettings settings) {
    if (settings.folder().isEmpty() && settings.url().isEmpty()) {
      throw new IllegalArgumentException("it has neither a folder nor a url");
    }
    if (settings.kept() < 1) {
      throw new IllegalArgumentException("kept is not 1 or more");
    }
    return new Wanted(
        name,
        ConfiguredTimes.repeated(settings.cron(), settings.zone()),
        settings.folder(),
        settings.kept(),
        settings.url().map(url -> sender(name, settings, url)));
  }

  private static WebhookSender sender(String name, ReportSettings settings, Secret url) {
    return new WebhookSender(
        new Webhook(
            Webhook.parse(url.value()),
            Secrets.resolve(PREFIX + name + ".secret", settings.secret(), settings.secretFile())
                .map(SigningKey::new),
            ANSWER_MAX,
            ATTEMPTS_MAX,
            FIRST_PAUSE,
            PAUSE_MAX),
        Clock.systemUTC());
  }

  List<Schedule> schedules() {
    return reports.values().stream()
        .map(each ->
            new Schedule(
                each.id(), each.when(), "A report on the fleet is made.", Missed.ONCE_LATE))
        .toList();
  }

  /** Its time has come. */
  void due(ScheduleId id) {
    Wanted wanted = reports.get(id.name());
    if (wanted != null) {
      threads.execute(() -> make(wanted));
    }
  }

  private void make(Wanted wanted) {
    FleetReportView report = FleetReports.now(wanted.name(), fleet, rollouts);
    wanted.folder().ifPresent(folder -> write(wanted, folder, report));
    wanted.sender().ifPresent(sender -> send(wanted, sender, report));
  }

  /** It is there at once and complete, or not at all. */
  private static void write(Wanted wanted, Path folder, FleetReportView report) {
    try {
      Files.createDirectories(folder);
      Path file = folder.resolve("%s-%s.md".formatted(wanted.name(), STAMP.format(report.at())));
      Path part = Files.createTempFile(folder, ".report-", ".part");
      Files.writeString(part, FleetReports.markdown(report));
      Path written = Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
      deleteOld(wanted, folder);
      EventLog.note("report.written", wanted.id().toString(), written.toString());
    } catch (IOException e) {
      EventLog.warn(
          "report.failed",
          wanted.id().toString(),
          "It could not be written into %s: %s".formatted(folder, e));
    }
  }

  private static void deleteOld(Wanted wanted, Path folder) throws IOException {
    List<Path> ours;
    try (Stream<Path> files = Files.list(folder)) {
      String name = "\\Q" + wanted.name() + "\\E-\\d{8}-\\d{6}\\.md";
      ours = files.filter(file -> file.getFileName().toString().matches(name)).sorted().toList();
    }
    for (Path old : ours.subList(0, Math.max(0, ours.size() - wanted.kept()))) {
      Files.deleteIfExists(old);
    }
  }

  private static void send(Wanted wanted, WebhookSender sender, FleetReportView report) {
    String id = UUID.randomUUID().toString();
    try {
      switch (sender.deliver(new Message(id, FleetReports.message(id, report)))) {
        case Outcome.Delivered delivered ->
            EventLog.note("report.sent", wanted.id().toString(), sender.webhook().toString());
        case Outcome.GivenUp(int attempts, String why) ->
            EventLog.warn(
                "report.failed",
                wanted.id().toString(),
                "It could not be sent to %s, %d attempts: %s"
                    .formatted(sender.webhook(), attempts, why));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    reports.values().forEach(each -> each.sender().ifPresent(WebhookSender::close));
    threads.shutdownNow();
  }
}
