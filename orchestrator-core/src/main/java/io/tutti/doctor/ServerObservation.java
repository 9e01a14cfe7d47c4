package io.tutti.doctor;

import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ServerAccount;
import io.tutti.spi.AccountGrant;
import io.tutti.spi.TlsMode;
import io.tutti.trust.KnownServer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one look at a server reported, and what was known of it before.
 *
 * @param user with which the controller logs in
 * @param tls as the settings have it
 * @param known what it must show; empty where nobody trusts it
 * @param places by each name of a host that it is called by, where that name leads from here; an
 *     empty list where it leads nowhere
 */
public record ServerObservation(
    InstanceAddress address,
    String user,
    Look look,
    TlsMode tls,
    Optional<KnownServer> known,
    Map<String, Observed<List<Place>>> places) {
  public ServerObservation {
    places = Map.copyOf(places);
  }

  Observed<List<Place>> places(String host) {
    return places.getOrDefault(host, Observed.unknown("it was not looked up"));
  }

  /**
   * An address to which a name leads.
   *
   * @param isLoopback whether what is sent to it stays on this machine
   */
  public record Place(String address, boolean isLoopback) {
    @Override
    public String toString() {
      return address;
    }
  }

  /** How the look ended. */
  public sealed interface Look {}

  /**
   * It was read.
   *
   * @param account as which the controller was admitted
   * @param lacked what it needs and surely has not
   */
  public record Read(
      InstanceState state, Observed<ServerAccount> account, Observed<List<AccountGrant>> lacked)
      implements Look {}

  /** It could not be read. */
  public record Failed(OrchestratorException why) implements Look {}
}
