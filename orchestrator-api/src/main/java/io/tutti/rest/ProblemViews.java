package io.tutti.rest;

import io.tutti.api.Problem;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import java.util.Locale;
import org.springframework.http.HttpStatus;

/** Turns what the engine knows into {@link Problem}s. */
final class ProblemViews {
  private ProblemViews() {}

  static Problem of(OrchestratorException e) {
    return of(e, status(e.code()).value());
  }

  static Problem of(OrchestratorException e, int status) {
    String words = e.code().name().replace('_', ' ').toLowerCase(Locale.ROOT);
    return new Problem(
        "urn:tutti:error:" + e.code().name(),
        Character.toUpperCase(words.charAt(0)) + words.substring(1),
        status,
        e.remedies().after(e.observed(), ActRequests::text),
        e.code().name(),
        e.target(),
        e.observed(),
        RemedyViews.of(e.remedies()));
  }

  static HttpStatus status(ErrorCode code) {
    return switch (code) {
      case UNAUTHENTICATED -> HttpStatus.UNAUTHORIZED;
      case STORE_UNAVAILABLE -> HttpStatus.SERVICE_UNAVAILABLE;
      case FORBIDDEN -> HttpStatus.FORBIDDEN;
      case TOO_MANY_LOGINS, TOO_MANY_FOLLOWERS -> HttpStatus.TOO_MANY_REQUESTS;
      case BODY_TOO_LARGE -> HttpStatus.CONTENT_TOO_LARGE;
      case BODY_TOO_SLOW -> HttpStatus.REQUEST_TIMEOUT;
      case UNKNOWN_INSTANCE,
          UNKNOWN_CLUSTER,
          UNKNOWN_RESOURCE,
          UNKNOWN_BACKUP,
          UNKNOWN_OPERATION,
          UNKNOWN_ROLLOUT,
          UNKNOWN_READING,
          UNKNOWN_INCIDENT,
          UNKNOWN_TOKEN ->
          HttpStatus.NOT_FOUND;
      default ->
          switch (code.kind()) {
            case REQUEST -> HttpStatus.BAD_REQUEST;
            case TARGET_STATE -> HttpStatus.UNPROCESSABLE_CONTENT;
            case UNREACHABLE -> HttpStatus.GATEWAY_TIMEOUT;
            case CONFLICT -> HttpStatus.CONFLICT;
            case BUG -> HttpStatus.INTERNAL_SERVER_ERROR;
          };
    };
  }
}
