/**
 * What every flavor plugin promises, tried on a real server of every release: {@link
 * io.tutti.contract.FlavorContract} and one small subclass for each release.
 */
@NullMarked
package io.tutti.contract;

import org.jspecify.annotations.NullMarked;
