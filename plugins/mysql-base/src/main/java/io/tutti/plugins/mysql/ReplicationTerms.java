package io.tutti.plugins.mysql;

import io.tutti.plugins.sql.Question;
import io.tutti.plugins.sql.SharedQuestions;

/** The spelling of the SHOW statements, which changed twice. */
public enum ReplicationTerms {
  /** Up to 8.0.21. */
  SLAVE("SHOW SLAVE STATUS", "SHOW SLAVE HOSTS", "SHOW MASTER STATUS"),
  /** From 8.0.22, where SHOW MASTER STATUS has no successor yet. */
  REPLICA("SHOW REPLICA STATUS", "SHOW REPLICAS", "SHOW MASTER STATUS"),
  /** From 8.2; the old spellings are syntax errors from 8.4. */
  SOURCE("SHOW REPLICA STATUS", "SHOW REPLICAS", "SHOW BINARY LOG STATUS");

  private final Question replicaStatus;
  private final Question registeredReplicas;
  private final Question binlogPosition;

  ReplicationTerms(String replicaStatus, String registeredReplicas, String binlogPosition) {
    this.replicaStatus =
        Question.plain(SharedQuestions.REPLICA_STATUS, replicaStatus, "REPLICATION CLIENT ON *.*");
    this.registeredReplicas =
        Question.plain(
            SharedQuestions.REGISTERED_REPLICAS, registeredReplicas, "REPLICATION SLAVE ON *.*");
    this.binlogPosition =
        Question.plain(
            SharedQuestions.BINLOG_POSITION, binlogPosition, "REPLICATION CLIENT ON *.*");
  }

  /** One row for each channel. */
  Question replicaStatus() {
    return replicaStatus;
  }

  Question registeredReplicas() {
    return registeredReplicas;
  }

  Question binlogPosition() {
    return binlogPosition;
  }
}
