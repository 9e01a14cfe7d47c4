package io.tutti.spi.advice;

/**
 * A value that a rule would give to a variable of the server that it looks at.
 *
 * @param variable as the server spells it
 * @param price what it costs, or what may go wrong with it; a whole sentence
 */
public record AdvisedSetting(String variable, String value, String price) {}
