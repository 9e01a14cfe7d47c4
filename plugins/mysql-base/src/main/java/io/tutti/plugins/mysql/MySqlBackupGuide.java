package io.tutti.plugins.mysql;

import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.PositionAttachments;
import io.tutti.plugins.sql.SqlNames;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.backup.BackupGuide;
import io.tutti.spi.backup.BackupTool;
import io.tutti.spi.backup.ChannelOptions;
import io.tutti.spi.backup.Coordinate;
import io.tutti.spi.backup.SourceDump;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Copies of MySQL; the words changed with 8.0.23 (CHANGE) and 8.2 (RESET). */
record MySqlBackupGuide(ServerVersion version) implements BackupGuide {

  @Override
  public List<Coordinate> coordinates(InstanceState state) {
    return List.of(
        new Coordinate(
            "gtid_executed",
            state
                .gtid()
                .executed()
                .flatMap(set ->
                    set.isEmpty()
                        ? Observed.absent("the server has executed nothing that has a GTID")
                        : Observed.known(set.toString()))));
  }

  @Override
  public List<Attachment> attachments(InstanceState state, Channel channel) {
    List<Attachment> ways = new ArrayList<>();
    byGtid(state, channel).ifPresent(ways::add);
    ways.addAll(
        PositionAttachments.of(
            state, channel, true, (source, at, of) -> change(source, at, of.name())));
    return ways;
  }

  private Optional<Attachment> byGtid(InstanceState state, Channel channel) {
    Optional<GtidSet> executed = state.gtid().executed().asOptional().filter(set -> !set.isEmpty());
    if (executed.isEmpty() || !state.gtid().mode().is("ON")) {
      return Optional.empty();
    }
    return Optional.of(
        new Attachment(
            Attachment.By.GTID,
            channel.source(),
            counting(channel.source(), executed.get(), channel.name()),
            "A logical copy, all of it; a copy of the files has its GTIDs, and needs the last"
                + " statement only."));
  }

  private List<String> counting(InstanceAddress source, GtidSet executed, String channel) {
    return List.of(
        resetBinlogs(),
        "SET GLOBAL gtid_purged = " + SqlNames.quoted(executed.toString()),
        change(source, byGtid(), channel));
  }

  private String byGtid() {
    return ", %s_AUTO_POSITION=1".formatted(word());
  }

  private String word() {
    return version.isAtLeast(8, 0, 23) ? "SOURCE" : "MASTER";
  }

  private String resetBinlogs() {
    return version.isAtLeast(8, 2, 0) ? "RESET BINARY LOGS AND GTIDS" : "RESET MASTER";
  }

  @Override
  public Attachment attachBelow(InstanceAddress source, GtidSet executed) {
    return new Attachment(
        Attachment.By.GTID,
        source,
        counting(source, executed, ""),
        "A copy of the rows of that server.");
  }

  /** What the dump says of GTIDs is refused by a server that has executed any. */
  @Override
  public Optional<SourceDump> dumpOf(InstanceState source, InstanceState copy) {
    boolean byGtid = source.gtid().mode().is("ON");
    boolean hasSuper = version.isAtLeast(5, 7, 8);
    String dump =
        "mysqldump -h %s -P %d -u USER -p --all-databases --single-transaction %s=2 --set-gtid-purged=%s --routines --events --triggers > copy.sql"
            .formatted(
                source.address().host(),
                source.address().port(),
                version.isAtLeast(8, 0, 26) ? "--source-data" : "--master-data",
                byGtid ? "ON" : "OFF");
    String prepare =
        (hasSuper ? "SET GLOBAL super_read_only = OFF; " : "") + (byGtid ? resetBinlogs() : "");
    String client =
        "mysql -h %s -P %d -u USER -p ".formatted(copy.address().host(), copy.address().port());
    List<String> commands = new ArrayList<>();
    commands.add(dump);
    if (!prepare.isEmpty()) {
      commands.add(client + "-e \"%s\"".formatted(prepare.strip()));
    }
    commands.add(client + "--init-command=\"SET SESSION sql_log_bin=0\" < copy.sql");
    return Optional.of(
        new SourceDump(
            commands,
            byGtid
                ? "copy.sql has its position near its beginning, as \"SET @@GLOBAL.GTID_PURGED='…'\": give that text as PLACE."
                : "copy.sql has its position near its beginning, as a log's name and a position in it (CHANGE …): give both as PLACE, NAME:POSITION."));
  }

  private String change(InstanceAddress source, BinlogPosition at, String channel) {
    String place =
        ", %1$s_LOG_FILE=%2$s, %1$s_LOG_POS=%3$d"
            .formatted(word(), SqlNames.quoted(at.file()), at.position());
    boolean hasAutoPosition = version.isAtLeast(5, 6, 5);
    return change(
        source, place + (hasAutoPosition ? ", %s_AUTO_POSITION=0".formatted(word()) : ""), channel);
  }

  @Override
  public Attachment attachBelow(InstanceAddress source, Optional<BinlogPosition> at) {
    return new Attachment(
        at.isPresent() ? Attachment.By.OWN_POSITION : Attachment.By.GTID,
        source,
        List.of(at.map(place -> change(source, place, "")).orElse(change(source, byGtid(), ""))),
        "A copy of the files of that server.");
  }

  private String change(InstanceAddress source, String place, String channel) {
    String word = word();
    String account =
        "%1$s_HOST=%2$s, %1$s_PORT=%3$d, %1$s_USER='%4$s', %1$s_PASSWORD='%5$s'"
            .formatted(
                word,
                SqlNames.quoted(source.host()),
                source.port(),
                Attachment.USER,
                Attachment.PASSWORD);
    return (word.equals("SOURCE") ? "CHANGE REPLICATION SOURCE TO " : "CHANGE MASTER TO ")
        + account
        + place
        + (channel.isEmpty() ? "" : " FOR CHANNEL " + SqlNames.quoted(channel));
  }

  @Override
  public Attachment alike(ChannelOptions options, Attachment way) {
    List<String> statements = new ArrayList<>(way.statements());
    String change = statements.removeLast();
    int end = change.indexOf(" FOR CHANNEL ");
    boolean byGtid = change.contains("_AUTO_POSITION=1");
    String said = MySqlChannelOptions.said(version, options, byGtid);
    statements.add(
        end < 0 ? change + said : change.substring(0, end) + said + change.substring(end));
    return new Attachment(way.by(), way.source(), statements, way.when());
  }

  @Override
  public String saidOf(ChannelOptions options) {
    String said = MySqlChannelOptions.said(version, options, true);
    return said.isEmpty() ? "" : said.substring(2);
  }

  @Override
  public List<BackupTool> tools() {
    return MySqlBackupTools.ALL.stream().filter(tool -> tool.servers().contains(version)).toList();
  }

  @Override
  public Observed<Long> openTemporaryTables(InstanceState state) {
    return state
        .counters()
        .flatMap(counters ->
            counters.count("Replica_open_temp_tables").isKnown()
                ? counters.count("Replica_open_temp_tables")
                : counters.count("Slave_open_temp_tables"));
  }
}
