package io.tutti.store.jdbc;

import io.tutti.store.NamedToken;
import io.tutti.store.Role;
import io.tutti.store.Tokens;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;

/** Tokens as rows. */
final class JdbcTokens implements Tokens {
  private final JdbcStore store;

  JdbcTokens(JdbcStore store) {
    this.store = store;
  }

  @Override
  public List<NamedToken> all() {
    return store
        .client()
        .sql(
            "SELECT name, role, hash, created_nanos, created_by, expires_nanos, revoked_nanos"
                + " FROM access_token ORDER BY created_nanos, name")
        .query((row, number) -> token(row))
        .list();
  }

  private static NamedToken token(ResultSet row) throws SQLException {
    return new NamedToken(
        row.getString(1),
        Role.valueOf(row.getString(2)),
        row.getString(3),
        Moments.ofNanos(row.getLong(4)),
        row.getString(5),
        moment(row, 6),
        moment(row, 7));
  }

  private static Optional<Instant> moment(ResultSet row, int column) throws SQLException {
    long nanos = row.getLong(column);
    return row.wasNull() ? Optional.empty() : Optional.of(Moments.ofNanos(nanos));
  }

  @Override
  public boolean add(NamedToken token) {
    try {
      return store.durably(() ->
          store
                  .client()
                  .sql(
                      "INSERT INTO access_token (name, role, hash, created_nanos, created_by, expires_nanos)"
                          + " VALUES (?, ?, ?, ?, ?, ?)")
                  .param(token.name())
                  .param(token.role().name())
                  .param(token.hash())
                  .param(Moments.toNanos(token.createdAt()))
                  .param(token.createdBy())
                  .param(token.expiresAt().map(Moments::toNanos).orElse(null))
                  .update()
              == 1);
    } catch (DuplicateKeyException e) {
      return false;
    }
  }

  @Override
  public boolean revoke(String name, Instant at) {
    return store.durably(() ->
        store
                .client()
                .sql(
                    "UPDATE access_token SET revoked_nanos = ? WHERE name = ? AND revoked_nanos IS NULL")
                .params(Moments.toNanos(at), name)
                .update()
            == 1);
  }
}
