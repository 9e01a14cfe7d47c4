package io.tutti.operation.fence;

import io.tutti.model.InstanceAddress;
import io.tutti.store.Fences;
import java.util.ArrayList;
import java.util.List;

/** Keeps with a fence what of it failed. */
record OpenEnds(Fences fences, InstanceAddress instance) {

  void add(String sentence) {
    fences
        .find(instance)
        .filter(fence -> !fence.open().contains(sentence))
        .ifPresent(fence -> {
          List<String> open = new ArrayList<>(fence.open());
          open.add(sentence);
          fences.save(fence.leavingOpen(open));
        });
  }
}
