package io.tutti.rest;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.web.RefusedBody;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Why a body could not be read, in words of the request and not of our classes. */
final class Unreadable {
  private Unreadable() {}

  /** The innermost reason counts: what reads JSON wraps what broke below it in its own failures. */
  static OrchestratorException of(Throwable failure) {
    Optional<OrchestratorException> why = Optional.empty();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      Optional<OrchestratorException> said = ofOne(cause);
      why = said.isPresent() ? said : why;
    }
    return why.orElseGet(
        () -> refusal(ErrorCode.INVALID_REQUEST, "The body is missing, or could not be read."));
  }

  private static Optional<OrchestratorException> ofOne(Throwable cause) {
    return switch (cause) {
      case RefusedBody refused -> Optional.of(refused.why());
      case JacksonException json -> Optional.of(refusal(ErrorCode.INVALID_REQUEST, said(json)));
      default -> Optional.empty();
    };
  }

  private static OrchestratorException refusal(ErrorCode code, String observed) {
    return new OrchestratorException(
        code, "body", observed, List.of("see " + AboutController.OPENAPI));
  }

  private static String said(JacksonException failure) {
    return switch (failure) {
      case UnrecognizedPropertyException unknown ->
          "The body has \"%s\", and there is no field of that name here%s."
              .formatted(Shown.of(path(unknown)), known(unknown.getKnownPropertyIds()));
      case InvalidNullException missing ->
          "The body has null at \"%s\", where there must be something."
              .formatted(Shown.of(path(missing)));
      case MismatchedInputException mismatch ->
          "The body has no %s%s."
              .formatted(
                  kind(mismatch.getTargetType()),
                  mismatch.getPath().isEmpty() ? "" : " at \"" + Shown.of(path(mismatch)) + "\"");
      case StreamReadException broken ->
          "The body is not JSON: line %d, column %d."
              .formatted(broken.getLocation().getLineNr(), broken.getLocation().getColumnNr());
      default -> "The body is not what is expected here.";
    };
  }

  private static String path(JacksonException failure) {
    return failure.getPath().stream()
        .map(part -> part.getPropertyName() == null ? "[]" : part.getPropertyName())
        .collect(Collectors.joining("."));
  }

  private static String known(@Nullable Collection<Object> names) {
    return Optional.ofNullable(names)
        .filter(all -> !all.isEmpty())
        .map(all ->
            ": there is "
                + all.stream().map(Object::toString).sorted().collect(Collectors.joining(", ")))
        .orElse("");
  }

  private static String kind(@Nullable Class<?> type) {
    if (type == null) {
      return "value that is expected";
    }
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(Object::toString)
          .collect(Collectors.joining(" or "));
    }
    if (type == Integer.class || type == int.class || type == Long.class || type == long.class) {
      return "whole number";
    }
    if (type == Boolean.class || type == boolean.class) {
      return "true or false";
    }
    if (type == Duration.class) {
      return "duration as PT30S";
    }
    if (type == Instant.class) {
      return "time as 2026-11-21T00:46:45Z";
    }
    if (type == String.class) {
      return "text";
    }
    return Collection.class.isAssignableFrom(type) ? "list" : "object that is expected";
  }
}
