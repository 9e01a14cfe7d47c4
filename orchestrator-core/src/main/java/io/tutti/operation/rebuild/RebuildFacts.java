package io.tutti.operation.rebuild;

import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.spi.backup.CloneStatus;
import java.util.List;

/**
 * All by which it is decided how a server is rebuilt.
 *
 * @param target the server
 * @param below who replicates from it, or is connected as if
 * @param copies what it reports of copying others by itself
 * @param donor the server that is copied
 * @param isCopied what that reports of it
 */
record RebuildFacts(
    InstanceState target,
    Observed<List<String>> below,
    Observed<CloneStatus> copies,
    InstanceState donor,
    Observed<CloneStatus> isCopied) {}
