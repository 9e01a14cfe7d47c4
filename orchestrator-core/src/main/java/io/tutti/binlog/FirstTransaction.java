package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.event.Event;
import io.tutti.gaps.LoggedTransaction;
import java.util.Optional;

/** Takes the one transaction that a binlog is read from the beginning of. For one thread. */
final class FirstTransaction implements EventSink {
  private final LoggedTransaction wanted;
  private final TransactionLog log;
  private Optional<WrittenTransaction> first = Optional.empty();

  FirstTransaction(LoggedTransaction wanted, RawEvents raw) {
    this.wanted = wanted;
    this.log = new TransactionLog(wanted.begin().file(), raw, head -> true, this::found);
  }

  private void found(WrittenTransaction transaction) {
    if (first.isEmpty()) {
      first = Optional.of(transaction);
    }
  }

  @Override
  public void take(Event event) {
    if (!isOver()) {
      log.take(event);
    }
  }

  @Override
  public void fail(String why) {
    log.fail(why);
  }

  @Override
  public boolean isOver() {
    return first.isPresent() || log.isOver();
  }

  @Override
  public Optional<String> trouble() {
    Optional<String> trouble = log.trouble();
    boolean isThere = first.filter(each -> each.begin().equals(wanted.begin())).isPresent();
    return trouble.isPresent() || isThere
        ? trouble
        : Optional.of("no transaction begins there, or the binlog ends within it");
  }

  WrittenTransaction transaction() {
    return first.orElseThrow();
  }
}
