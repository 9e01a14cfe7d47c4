import io.tutti.client.ApiClient;
import io.tutti.client.ApiException;
import io.tutti.client.ApiResponse;
import io.tutti.client.api.DiscoveriesApi;
import io.tutti.client.api.InstancesApi;
import io.tutti.client.api.OperationsApi;
import io.tutti.client.model.DiscoveryBody;
import io.tutti.client.model.FenceBody;
import io.tutti.client.model.InstanceView;
import io.tutti.client.model.OperationView;
import io.tutti.client.model.PlanView;
import io.tutti.client.model.Problem;
import io.tutti.client.model.SkipBody;
import java.util.List;

/**
 * What somebody writes who has nothing but the OpenAPI document: GeneratedClientTest compiles it
 * together with the client that was generated, and runs it. Its lines are what the test reads.
 */
public final class Acting {
  private static final long END_NANOS = System.nanoTime() + 60_000_000_000L;

  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(arguments[0]);
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + arguments[1]));
    String source = arguments[2];
    InstancesApi instances = new InstancesApi(client);
    OperationsApi operations = new OperationsApi(client);

    System.out.println(
        "reached "
            + new DiscoveriesApi(client)
                .createDiscovery(new DiscoveryBody().address(source), "the client looks")
                .getReached());
    InstanceView seen = instances.getInstance(source, null);
    System.out.println("flavor " + seen.getFlavor() + " writable " + seen.getWritable().getValue());

    PlanView plan =
        instances.fenceInstance(source, null, null, new FenceBody().why("try").dryRun(true));
    System.out.println("plan " + plan.getKind() + " " + plan.getSteps().size());

    ApiResponse<PlanView> begun =
        instances.fenceInstanceWithHttpInfo(
            source, "key-1", "the client acts", new FenceBody().why("lost its disk"));
    String location = begun.getHeaders().get("Location").getFirst();
    System.out.println("status " + begun.getStatusCode());
    String id = location.substring(location.lastIndexOf('/') + 1);
    OperationView operation = operations.getOperation(id, null);
    while (!operation.getAtRest() && System.nanoTime() < END_NANOS) {
      operation = operations.getOperation(id, null);
    }
    System.out.println("operation " + operation.getState());

    try {
      instances.skipInstanceTransactions(source, null, null, new SkipBody());
    } catch (ApiException e) {
      Problem problem = client.getObjectMapper().readValue(e.getResponseBody(), Problem.class);
      System.out.println(
          "refused %d %s %s %s"
              .formatted(e.getCode(), problem.getCode(), problem.getTarget(), acts(problem)));
    }
    try {
      instances.getInstance("nowhere:1", null);
    } catch (ApiException e) {
      Problem problem = client.getObjectMapper().readValue(e.getResponseBody(), Problem.class);
      System.out.println("unknown %d %s".formatted(e.getCode(), problem.getCode()));
    }
  }

  /** What can be asked for about it, and how. */
  private static List<String> acts(Problem problem) {
    return problem.getRemedies().stream()
        .flatMap(remedy -> remedy.getActs().stream())
        .map(act ->
            "%s %s %s"
                .formatted(
                    act.getAction(), act.getRequest().getMethod(), act.getRequest().getPath()))
        .toList();
  }
}
