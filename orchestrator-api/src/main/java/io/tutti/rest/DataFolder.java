package io.tutti.rest;

import java.nio.file.Path;

/** Where the controller keeps its files. */
public record DataFolder(Path path) {}
