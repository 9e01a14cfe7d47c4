package io.tutti.store.jdbc;

import io.tutti.store.Silences;
import io.tutti.topology.Extent;
import io.tutti.topology.Silence;
import java.util.List;

/** One row for each code and server, or cluster. */
final class JdbcSilences implements Silences {
  private final KeyedDocuments<Silence> rows;

  JdbcSilences(JdbcStore store) {
    this.rows = new KeyedDocuments<>(store, new Documents(), Silence.class, "silence");
  }

  @Override
  public List<Silence> all() {
    return rows.all();
  }

  @Override
  public void save(Silence silence) {
    rows.save(key(silence.code(), silence.of()), silence);
  }

  @Override
  public void remove(String code, Extent of) {
    rows.remove(key(code, of));
  }

  private static String key(String code, Extent of) {
    return code + " " + of;
  }
}
