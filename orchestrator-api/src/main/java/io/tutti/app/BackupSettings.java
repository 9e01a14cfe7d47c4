package io.tutti.app;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** One backup at certain times, as the operator set it up. */
record BackupSettings(
    @Setting("When it begins: five fields of cron, such as `0 3 * * *`.") @DefaultValue("")
        String cron,
    @Setting("The time zone in which `cron` is meant.") @DefaultValue("UTC") String zone,
    @Setting("The cluster of which a replica is copied: its name, an alias, or one of its servers.")
        @DefaultValue("")
        String cluster,
    @Setting("Tags (`name=value`) all of which the replica must have.") @DefaultValue
        List<String> tags,
    @Setting(
            "The program that copies, by its absolute path on this machine, and its arguments. No"
                + " shell reads them.")
        @DefaultValue
        List<String> command,
    @Setting(
            "The session's lease. It is renewed while the command runs, and ends by itself when the"
                + " controller does.")
        @DefaultValue("2h")
        Duration ttl,
    @Setting("After this the command is ended, and counts as failed.") @DefaultValue("12h")
        Duration timeMax) {}
