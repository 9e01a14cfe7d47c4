package io.tutti.cli.verb;

import io.tutti.api.TagsView;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tutti tag remove}. */
@Command(
    name = "remove",
    header = "Removes a tag from a server.",
    description = "If there is no such tag, nothing is changed.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti tag remove db2:3306 rack")
public final class TagRemoveVerb extends ClientVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  @Parameters(index = "1", paramLabel = "NAME", description = "The name of the tag.")
  private @Nullable String name;

  public TagRemoveVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.delete(
        instance.path("/tags") + ControllerClient.path("/{}", Objects.requireNonNull(name)));
  }

  @Override
  List<Line> show(Answer answer) {
    return TagSetVerb.shown(answer.as(TagsView.class));
  }
}
