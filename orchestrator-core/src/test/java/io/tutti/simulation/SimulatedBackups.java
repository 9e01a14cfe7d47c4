package io.tutti.simulation;

import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.backup.BackupGuide;
import io.tutti.spi.backup.BackupTool;
import io.tutti.spi.backup.Coordinate;
import java.util.List;
import java.util.Optional;

/** How copies of simulated servers are attached: by what {@link SimulatedClient} understands. */
record SimulatedBackups(Naming naming) implements BackupGuide {
  static final String REPLICATED = "REPLICATED UP TO ";
  static final String BY_NAMES = "BY NAMES";

  @Override
  public List<Coordinate> coordinates(InstanceState state) {
    return List.of(new Coordinate("executed", state.gtid().executed().map(GtidSet::toString)));
  }

  @Override
  public List<Attachment> attachments(InstanceState state, Channel channel) {
    return channel
        .applier()
        .executed()
        .asOptional()
        .filter(place -> naming == Naming.PLACES)
        .map(place -> List.of(attachBelow(channel.source(), Optional.of(place))))
        .orElseGet(() -> List.of(attachBelow(channel.source(), Optional.empty())));
  }

  @Override
  public Attachment attachBelow(InstanceAddress source, Optional<BinlogPosition> at) {
    return new Attachment(
        at.isPresent() ? Attachment.By.SOURCE_POSITION : Attachment.By.GTID,
        source,
        List.of(at.map(BinlogPosition::toString).orElse(BY_NAMES)),
        "It is a copy.");
  }

  /** What it wrote itself does not count as replicated until it is told so. */
  @Override
  public Attachment attachFormerSource(InstanceAddress source, GtidSet executed) {
    Attachment usual = attachBelow(source, Optional.empty());
    return naming == Naming.DOMAINS
        ? new Attachment(usual.by(), source, List.of(REPLICATED + executed, BY_NAMES), usual.when())
        : usual;
  }

  @Override
  public List<BackupTool> tools() {
    return List.of();
  }

  @Override
  public Observed<Long> openTemporaryTables(InstanceState state) {
    return Observed.known(0L);
  }
}
