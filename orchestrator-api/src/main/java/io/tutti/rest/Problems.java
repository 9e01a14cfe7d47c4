package io.tutti.rest;

import io.tutti.api.Problem;
import io.tutti.error.ErrorCode;
import io.tutti.error.ErrorKind;
import io.tutti.error.OrchestratorException;
import io.tutti.web.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.transaction.TransactionException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import tools.jackson.databind.json.JsonMapper;

/** Turns everything that goes wrong in a request into a problem document. */
@RestControllerAdvice
public class Problems implements Refusal {
  private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

  private final JsonMapper json;

  public Problems(JsonMapper json) {
    this.json = json;
  }

  @Override
  public void write(HttpServletResponse response, OrchestratorException why) throws IOException {
    Problem problem = ProblemViews.of(why);
    response.setStatus(problem.status());
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.getOutputStream().write(json.writeValueAsBytes(problem));
  }

  @ExceptionHandler(OrchestratorException.class)
  ResponseEntity<Problem> known(OrchestratorException e) {
    if (e.code().kind() == ErrorKind.BUG) {
      LOG.error("A request failed because of a defect", e);
    }
    return answer(ProblemViews.of(e), HttpHeaders.EMPTY);
  }

  @ExceptionHandler(HttpMessageNotReadableException.class)
  ResponseEntity<Problem> unreadable(HttpMessageNotReadableException e) {
    return answer(ProblemViews.of(Unreadable.of(e)), HttpHeaders.EMPTY);
  }

  @ExceptionHandler(MethodArgumentTypeMismatchException.class)
  ResponseEntity<Problem> mismatch(MethodArgumentTypeMismatchException e) {
    return invalid(
        e.getName(),
        "\"%s\" is not a value for %s."
            .formatted(Shown.of(String.valueOf(e.getValue())), e.getName()));
  }

  @ExceptionHandler(HttpRequestMethodNotSupportedException.class)
  ResponseEntity<Problem> method(
      HttpRequestMethodNotSupportedException e, HttpServletRequest request) {
    Set<HttpMethod> allowed =
        e.getSupportedHttpMethods() == null ? Set.of() : e.getSupportedHttpMethods();
    OrchestratorException refusal =
        new OrchestratorException(
            ErrorCode.INVALID_REQUEST,
            request.getRequestURI(),
            "%s is not possible here.".formatted(e.getMethod()),
            List.of(
                "use "
                    + allowed.stream()
                        .map(HttpMethod::name)
                        .sorted()
                        .collect(Collectors.joining(" or "))));
    return answer(ProblemViews.of(refusal, HttpStatus.METHOD_NOT_ALLOWED.value()), e.getHeaders());
  }

  /** Parameters of a query that the web server itself cannot take apart. */
  @ExceptionHandler(InvalidParameterException.class)
  ResponseEntity<Problem> query(InvalidParameterException e) {
    return invalid("query", "The query after the ? is not NAME=VALUE&NAME=VALUE.");
  }

  /** Who asked is gone. */
  @ExceptionHandler(AsyncRequestNotUsableException.class)
  void gone(AsyncRequestNotUsableException e) {
    LOG.debug("An answer did not reach its client", e);
  }

  /** Nothing was done; what was to be written is not. */
  @ExceptionHandler({
    NonTransientDataAccessResourceException.class,
    DataAccessResourceFailureException.class,
    TransactionException.class
  })
  ResponseEntity<Problem> storeIsAway(Exception e) {
    LOG.warn("A request failed, as the store does not answer", e);
    return answer(
        ProblemViews.of(
            new OrchestratorException(
                ErrorCode.STORE_UNAVAILABLE,
                "store",
                "The controller's store does not answer.",
                List.of("ask again", "see /api/v1/health, and the controller's log"))),
        HttpHeaders.EMPTY);
  }

  @ExceptionHandler(Exception.class)
  ResponseEntity<Problem> other(Exception e, HttpServletRequest request) {
    if (e instanceof ErrorResponse response && response.getStatusCode().is4xxClientError()) {
      boolean missing = response.getStatusCode().value() == HttpStatus.NOT_FOUND.value();
      OrchestratorException refusal =
          new OrchestratorException(
              missing ? ErrorCode.UNKNOWN_RESOURCE : ErrorCode.INVALID_REQUEST,
              request.getRequestURI(),
              missing
                  ? "There is nothing at " + request.getRequestURI() + "."
                  : String.valueOf(response.getBody().getDetail()),
              List.of("see " + AboutController.OPENAPI + " for the paths there are"));
      return answer(
          ProblemViews.of(refusal, response.getStatusCode().value()), response.getHeaders());
    }
    LOG.error("{} {} failed", request.getMethod(), request.getRequestURI(), e);
    return answer(
        ProblemViews.of(
            new OrchestratorException(
                ErrorCode.INTERNAL,
                request.getRequestURI(),
                "The request failed because of a defect in Tutti; the controller's log has the"
                    + " reason.",
                List.of("report it with the controller's log"))),
        HttpHeaders.EMPTY);
  }

  private static ResponseEntity<Problem> invalid(String target, String observed) {
    return answer(
        ProblemViews.of(
            new OrchestratorException(
                ErrorCode.INVALID_REQUEST,
                target,
                observed,
                List.of("see " + AboutController.OPENAPI))),
        HttpHeaders.EMPTY);
  }

  private static ResponseEntity<Problem> answer(Problem problem, HttpHeaders headers) {
    return ResponseEntity.status(problem.status())
        .headers(headers)
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(problem);
  }
}
