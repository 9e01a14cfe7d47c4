package io.tutti.spi.fence;

import java.util.List;

/** How a release is kept from its clients. Pure. */
public interface FenceGuide {
  /** Of a flavor whose plugin cannot. */
  FenceGuide NONE =
      new FenceGuide() {
        @Override
        public List<FenceMeasure> measures() {
          return List.of();
        }

        @Override
        public String statement(String variable, String value) {
          throw new IllegalArgumentException("this plugin sets no " + variable);
        }

        @Override
        public List<String> leftOpen() {
          return List.of();
        }
      };

  /** The strongest set there is, in the order in which it is shut. */
  List<FenceMeasure> measures();

  /** What gives a variable of a measure that value, as it is executed. */
  String statement(String variable, String value);

  /** What the measures do not keep from the server: whole sentences. */
  List<String> leftOpen();
}
