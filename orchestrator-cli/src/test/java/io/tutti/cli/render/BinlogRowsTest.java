package io.tutti.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.api.BinlogAnalysisView.NumbersView;
import io.tutti.api.BinlogAnalysisView.RowsView;
import java.util.List;
import org.junit.jupiter.api.Test;

class BinlogRowsTest {
  private static final NumbersView ONE = new NumbersView(1, 1, 1, 1, 1, 1, 1);

  @Test
  void saysThatNoRowIsChangedOftenOnlyWhereAllKeysAreKnown() {
    assertThat(shown(0, 0)).contains("  no row is changed by more than two transactions");
    String partly =
        "  of the tables with known keys no row is changed by more than two transactions; of the"
            + " others it is not known";
    assertThat(shown(3, 0)).contains(partly);
    assertThat(shown(0, 3)).contains(partly);
  }

  private static List<String> shown(long keyless, long unknown) {
    RowsView rows =
        new RowsView(10, ONE, List.of(), keyless, List.of(), unknown, List.of("d.t"), List.of());
    return BinlogRows.of(rows, 10, new Listing.Extent(false, 120)).stream()
        .map(Line::plain)
        .toList();
  }
}
