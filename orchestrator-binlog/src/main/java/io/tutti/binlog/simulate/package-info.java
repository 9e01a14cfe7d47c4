/**
 * What an applier would need for the transactions of a log with other settings: a model of each
 * kind of applier, event by event. Pure, but for the reading of files.
 */
@NullMarked
package io.tutti.binlog.simulate;

import org.jspecify.annotations.NullMarked;
