package io.tutti.operation.rebuild;

import io.tutti.operation.Planning;
import io.tutti.operation.rebuild.RebuildRequest.Act;

/** Plans one act of a {@link RebuildRequest}. */
interface ActPlanning extends Planning {
  Act act();

  @Override
  default String goalKind() {
    return act().goalKind();
  }

  /** It is for what is marked; what else is held is refused where it is planned. */
  @Override
  default boolean releases() {
    return true;
  }

  @Override
  default Class<RebuildRequest> request() {
    return RebuildRequest.class;
  }
}
