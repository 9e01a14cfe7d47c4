package io.tutti.cli.session;

import java.util.Optional;

/** A path of the API with what is asked of it. */
public record Query(String path) {

  /** With one more condition; an empty one changes nothing. */
  public Query with(String name, Optional<?> value) {
    return value
        .map(given ->
            new Query(
                path
                    + (path.contains("?") ? "&" : "?")
                    + ControllerClient.path(name + "={}", String.valueOf(given))))
        .orElse(this);
  }
}
