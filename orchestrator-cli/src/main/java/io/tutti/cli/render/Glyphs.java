package io.tutti.cli.render;

/**
 * The signs that a terminal can show.
 *
 * @param branch before a replica that others follow
 * @param lastBranch before the last replica of a source
 * @param trunk below a replica that others follow
 * @param gap below the last replica
 * @param back an edge that leads back up, in a ring
 * @param times between an applier's mode and the number of its workers
 * @param ellipsis where text was cut off
 */
public record Glyphs(
    String branch,
    String lastBranch,
    String trunk,
    String gap,
    String back,
    String times,
    String ellipsis) {

  public static final Glyphs UNICODE = new Glyphs("├─ ", "└─ ", "│  ", "   ", "↺", "×", "…");

  public static final Glyphs ASCII = new Glyphs("|- ", "`- ", "|  ", "   ", "(ring)", "x", "...");
}
