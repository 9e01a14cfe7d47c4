package io.tutti.contract;

/** What is trusted no longer. */
public record DistrustedView(String address) {}
