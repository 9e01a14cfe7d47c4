package io.tutti.operation.server;

import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.spi.backup.BackupGuide;
import io.tutti.spi.backup.ChannelOptions;
import io.tutti.spi.backup.ChannelOptions.Option;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A channel that is to be made as another one is.
 *
 * @param notes what a plan says of it
 */
public record NewChannel(ChannelOptions options, List<String> notes) {
  /** None is known that it could be alike. */
  public static final NewChannel USUAL = new NewChannel(ChannelOptions.NONE, List.of());

  /** Options that name files, or folders of them. */
  private static final List<String> FILES =
      List.of(
          "SSL_CA",
          "SSL_CAPATH",
          "SSL_CERT",
          "SSL_KEY",
          "SSL_CRL",
          "SSL_CRLPATH",
          "PUBLIC_KEY_PATH");

  private static final String IGNORED_SERVERS = "IGNORE_SERVER_IDS";

  public NewChannel {
    notes = List.copyOf(notes);
  }

  /**
   * What the server that becomes the source has now.
   *
   * @param model that server
   * @param channel which channel of it
   * @param replica whose channel is made, a session with it, and one with the other server
   */
  public static NewChannel alike(
      InstanceState model,
      Channel channel,
      InstanceAddress replica,
      Session former,
      Session server,
      Deadline deadline) {
    ChannelOptions read = server.control().optionsOf(channel.name(), deadline);
    boolean ignoresModel =
        read.find(IGNORED_SERVERS)
            .filter(ids ->
                model.identity().serverId().asOptional().filter(id -> has(ids, id)).isPresent())
            .isPresent();
    ChannelOptions options = ignoresModel ? read.without(IGNORED_SERVERS) : read;
    BackupGuide guide = former.provider().backups(former.readProgress(deadline).version());
    List<String> notes = new ArrayList<>();
    Optional.of(guide.saidOf(options))
        .filter(said -> !said.isEmpty())
        .map(said ->
            "The channel of %s is made as that of %s is: %s."
                .formatted(replica, model.address(), said))
        .ifPresent(notes::add);
    List<String> files =
        options.all().stream()
            .filter(each -> FILES.contains(each.name()))
            .map(Option::literal)
            .toList();
    if (!files.isEmpty()) {
      notes.add(
          "It needs these files on the host of %s, and whether they are there is not known: %s."
              .formatted(replica, String.join(", ", files)));
    }
    if (!options.unread().isEmpty()) {
      notes.add(
          "What the channel of %s has of these is not known, and that of %s has what is usual: %s."
              .formatted(model.address(), replica, String.join(", ", options.unread())));
    }
    if (ignoresModel) {
      notes.add(
          "IGNORE_SERVER_IDS of the channel of %s has its own id, and is left out: %s would ignore what it writes."
              .formatted(model.address(), replica));
    }
    return new NewChannel(options, notes);
  }

  /**
   * As that of another replica of a source is, or that which the source has itself.
   *
   * @param source which
   * @param replica whose channel is made, a session with it, and one with the source
   */
  public static NewChannel below(
      Servers servers,
      TopologySnapshot snapshot,
      InstanceState source,
      InstanceAddress replica,
      Session former,
      Session there,
      Deadline deadline) {
    for (ReplicationLink link : snapshot.linksTo(source.address())) {
      Optional<InstanceState> model = snapshot.find(link.replica()).flatMap(Node::currentState);
      if (model.isPresent() && !link.replica().equals(replica)) {
        try (Session other = servers.open(link.replica(), deadline)) {
          return alike(model.get(), link.channel(), replica, former, other, deadline).atOnce();
        }
      }
    }
    return source.knownChannels().stream()
        .findFirst()
        .map(own -> alike(source, own, replica, former, there, deadline).atOnce())
        .orElse(USUAL);
  }

  private static boolean has(String ids, long id) {
    return List.of(ids.replaceAll("[() ]", "").split(",")).contains(Long.toString(id));
  }

  /** The same without a delay, which belongs to one replica. */
  public NewChannel atOnce() {
    return new NewChannel(options.without("DELAY"), notes);
  }

  /** The same, and its account was tried. */
  public NewChannel with(AccountProof proof) {
    List<String> all = new ArrayList<>();
    all.add(proof.note());
    all.addAll(notes);
    return new NewChannel(options, all);
  }
}
