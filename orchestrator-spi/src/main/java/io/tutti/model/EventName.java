package io.tutti.model;

/** How an event of the scheduler is called. */
public record EventName(String schema, String name) implements Comparable<EventName> {
  @Override
  public int compareTo(EventName other) {
    int bySchema = schema.compareTo(other.schema);
    return bySchema != 0 ? bySchema : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return schema + "." + name;
  }
}
