package io.tutti.operation.fence;

/**
 * What people have set.
 *
 * @param automatic which sources are fenced without being asked for
 * @param unfence what is done about servers that started fenced
 * @param hook what else is done where a server is fenced
 */
public record FenceSettings(FencePolicy automatic, LiftPolicy unfence, FenceHook hook) {}
