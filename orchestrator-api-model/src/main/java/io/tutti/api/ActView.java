package io.tutti.api;

import java.util.List;
import java.util.Map;

/**
 * Something that Tutti can be asked for.
 *
 * @param action stable: what clients branch on
 * @param arguments what it is given, by name; a flag has the value {@code true}
 * @param asked which further arguments whoever asks for it is to give: they are missing in the
 *     request
 * @param text its words in the sentence: a client may put a command or a button in its place
 */
public record ActView(
    String action,
    Map<String, String> arguments,
    List<String> asked,
    RequestView request,
    String text) {}
