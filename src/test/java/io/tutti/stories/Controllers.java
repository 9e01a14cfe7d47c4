package io.tutti.stories;

import io.tutti.acceptance.RunningController;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Controllers whose story is over, for the next one that wants the same settings: to start one, and
 * to compile it again, costs more CPU than all that a story asks of it. One that keeps anything to
 * do is not taken again. They end with this process.
 */
final class Controllers {
  private static final Map<Map<String, String>, Deque<RunningController>> IDLE =
      new ConcurrentHashMap<>();

  private static final Map<RunningController, Set<String>> SERVED = new ConcurrentHashMap<>();

  private Controllers() {}

  /**
   * @param addresses of the servers of the story: the controller has known none of them
   */
  static RunningController take(Map<String, String> environment, List<String> addresses) {
    Optional<RunningController> idle = Optional.ofNullable(idle(environment).poll());
    Optional<RunningController> fresh =
        idle.filter(each -> Collections.disjoint(SERVED.getOrDefault(each, Set.of()), addresses));
    if (fresh.isEmpty()) {
      idle.ifPresent(RunningController::close);
    }
    return fresh.orElseGet(() -> RunningController.startProcess(environment));
  }

  /**
   * @param gone the addresses of its story, of which no server runs any more
   */
  static void giveBack(
      Map<String, String> environment, RunningController controller, List<String> gone) {
    if (isAtRest(controller) && hasForgotten(controller, gone)) {
      SERVED.computeIfAbsent(controller, key -> ConcurrentHashMap.newKeySet()).addAll(gone);
      idle(environment).push(controller);
    } else {
      controller.close();
    }
  }

  private static Deque<RunningController> idle(Map<String, String> environment) {
    return IDLE.computeIfAbsent(environment, key -> new ConcurrentLinkedDeque<>());
  }

  private static boolean isAtRest(RunningController controller) {
    return controller.isAlive()
        && controller
            .get("/operations?limit=100")
            .body()
            .at("/items")
            .valueStream()
            .allMatch(each -> each.at("/atRest").asBoolean());
  }

  private static boolean hasForgotten(RunningController controller, List<String> gone) {
    gone.forEach(each -> controller.delete("/instances/" + RunningController.encoded(each)));
    return gone.stream().allMatch(each -> controller.instance(each).at("/address").isMissingNode());
  }
}
