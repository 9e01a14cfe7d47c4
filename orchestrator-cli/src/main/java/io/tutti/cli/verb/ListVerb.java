package io.tutti.cli.verb;

import io.tutti.cli.render.Line;
import io.tutti.cli.render.Listing;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;

/** A verb that lists things of one kind. */
abstract class ListVerb<T extends Record> extends WatchedVerb {
  private final Class<T> type;

  ListVerb(TuttiCommand tutti, Class<T> type) {
    super(tutti);
    this.type = type;
  }

  /** Its columns. */
  abstract Listing<T> listing();

  @Override
  List<Line> show(Answer answer) {
    return listing().lines(answer.items(type), tutti().output().extent());
  }
}
