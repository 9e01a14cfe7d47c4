package io.tutti.app;

import java.nio.file.Path;
import java.util.Optional;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** One report at certain times, as the operator set it up. */
record ReportSettings(
    @Setting("When it is made: five fields of cron, such as `0 7 * * 1`.") @DefaultValue("")
        String cron,
    @Setting("The time zone in which `cron` is meant.") @DefaultValue("UTC") String zone,
    @Setting("A folder into which it is written, as Markdown.") @DefaultValue Optional<Path> folder,
    @Setting("How many of them are kept there; older ones are deleted.") @DefaultValue("60")
        int kept,
    @Setting("An address, http or https, to which it is sent as JSON. It counts as a secret.")
        @DefaultValue
        Optional<Secret> url,
    @Setting("What messages are signed with, 16 bytes or more. Without it they are not signed.")
        @DefaultValue
        Optional<Secret> secret,
    @Setting("A file whose first line is the secret.") @DefaultValue Optional<Path> secretFile) {}
