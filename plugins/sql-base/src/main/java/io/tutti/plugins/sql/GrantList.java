package io.tutti.plugins.sql;

import io.tutti.spi.AccountGrant;
import io.tutti.spi.AccountGrant.Need;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects privileges: one that is needed for several things is listed once, with all of them. */
public final class GrantList {
  /** Of the account with which replicas connect to their source, on every release. */
  public static final AccountGrant REPLICATION =
      new AccountGrant(
          "REPLICATION SLAVE ON *.*", Need.REPLICATING, "lets replicas fetch from their source");

  private final Map<Need, Map<String, Set<String>>> whyByPrivilege = new LinkedHashMap<>();

  /**
   * @param privileges parted by semicolons, or empty
   */
  public void add(Need need, String privileges, String why) {
    if (!privileges.isEmpty()) {
      for (String privilege : privileges.split("; ")) {
        whyByPrivilege
            .computeIfAbsent(need, key -> new LinkedHashMap<>())
            .computeIfAbsent(privilege, key -> new LinkedHashSet<>())
            .add(why);
      }
    }
  }

  /** In the order in which they came; those that are needed anyway are not needed sometimes. */
  public List<AccountGrant> grants() {
    Set<String> anyway = whyByPrivilege.getOrDefault(Need.OPERATING, Map.of()).keySet();
    List<AccountGrant> grants = new ArrayList<>();
    whyByPrivilege.forEach((need, privileges) ->
        privileges.forEach((privilege, why) -> {
          if (need != Need.SOMETIMES || !anyway.contains(privilege)) {
            grants.add(new AccountGrant(privilege, need, String.join("; ", why)));
          }
        }));
    return grants;
  }
}
