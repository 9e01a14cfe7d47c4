package io.tutti.plugins.hook.webhook;

import io.tutti.spi.Deadline;
import io.tutti.spi.hook.Hook;
import io.tutti.spi.hook.HookEvent;
import io.tutti.spi.hook.HookFacts;
import io.tutti.spi.hook.HookOptions;
import io.tutti.spi.hook.HookOutcome;
import io.tutti.spi.hook.HookProvider;
import io.tutti.spi.hook.Messages;

/** Found by the service loader. A message has the facts as JSON, and the id of the event. */
public final class WebhookProvider implements HookProvider {
  @Override
  public String kind() {
    return "webhook";
  }

  @Override
  public Hook open(HookOptions options, Messages messages) {
    if (!options.command().isEmpty()) {
      throw new IllegalArgumentException("a webhook has no command");
    }
    options.requireNone();
    return new WebhookHook(messages.to(options));
  }

  private record WebhookHook(Messages.Channel channel) implements Hook {
    @Override
    public HookOutcome call(HookEvent event, Deadline deadline) {
      return channel.deliver(event.id(), HookFacts.json(event), deadline);
    }

    @Override
    public String describe() {
      return channel.describe();
    }
  }
}
