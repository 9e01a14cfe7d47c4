package io.tutti.api;

/** What is trusted no longer. */
public record DistrustedView(String address) {}
