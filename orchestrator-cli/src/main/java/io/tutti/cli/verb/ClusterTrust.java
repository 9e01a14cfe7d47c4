package io.tutti.cli.verb;

import io.tutti.api.ClusterTrustBody;
import io.tutti.api.KnownView.KeysView;
import io.tutti.api.MemberTrustView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All servers of a cluster trusted at once. A person vouches for what is shown before: a server
 * that joins meanwhile is not among it.
 */
record ClusterTrust(TuttiCommand tutti, Confirmation confirmation, String cluster) {

  /** What each shows, and nothing else. */
  Answer look(ControllerClient controller) {
    return controller.get(path());
  }

  Answer trust(ControllerClient controller) {
    Answer looked = look(controller);
    List<MemberTrustView> open =
        looked.items(MemberTrustView.class).stream()
            .filter(each -> each.known().isEmpty() && each.shows().isPresent())
            .toList();
    if (open.isEmpty()) {
      return looked;
    }
    List<Line> effects = new ArrayList<>();
    effects.add(Line.of("Trusted by what each shows now:"));
    open.forEach(each -> effects.add(shown(each)));
    confirmation.require(tutti, effects);
    return controller.post(
        path(),
        new ClusterTrustBody(Optional.of(open.stream().map(MemberTrustView::address).toList())));
  }

  private String path() {
    return ControllerClient.path("/clusters/{}/trust", cluster);
  }

  private static Line shown(MemberTrustView each) {
    return Line.of("  " + each.address() + "  " + each.shows().map(ClusterTrust::keys).orElse(""));
  }

  private static String keys(KeysView keys) {
    boolean hasNone = keys.publicKey().isEmpty() && keys.certificate().isEmpty();
    return hasNone ? "no key: whatever answers at its address" : TrustVerb.keys(keys);
  }

  static List<Line> lines(List<MemberTrustView> members) {
    List<Line> lines = new ArrayList<>();
    for (MemberTrustView each : members) {
      Line state =
          each.known().isPresent()
              ? Line.of(each.address() + " is trusted", Tone.GOOD)
                  .plus(": " + each.known().get().reason(), Tone.DIM)
              : Line.of(each.address() + " is not trusted", Tone.WARN)
                  .plus(each.shows().map(keys -> ": it shows " + TrustVerb.keys(keys)).orElse(""));
      lines.add(each.failure().map(why -> state.plus("  " + why, Tone.BAD)).orElse(state));
    }
    return lines;
  }
}
