package io.tutti.spi.knob;

import java.util.List;

/** What a family knows of its knobs together: which values do not go with each other. */
public interface KnobRules {
  /** No value is in the way of another. */
  KnobRules NONE =
      new KnobRules() {
        @Override
        public List<KnobRefusal> conflicts(KnobOutcome outcome) {
          return List.of();
        }
      };

  /** Values which the server would refuse, now or at the next start of the applier. */
  List<KnobRefusal> conflicts(KnobOutcome outcome);

  /** The same settings in an order in which the server takes each. */
  default List<KnobSetting> inOrder(List<KnobSetting> settings) {
    return settings;
  }
}
