package io.tutti.web;

import io.tutti.error.OrchestratorException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Writes the answer to a request that is refused before a path is asked. */
@FunctionalInterface
public interface Refusal {
  void write(HttpServletResponse response, OrchestratorException why) throws IOException;
}
