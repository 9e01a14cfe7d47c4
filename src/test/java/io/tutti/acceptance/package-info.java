/**
 * Whole-system tests: a real controller process, real servers, and what the servers themselves say
 * afterwards.
 */
@NullMarked
package io.tutti.acceptance;

import org.jspecify.annotations.NullMarked;
