import type postgres from "postgres"
import { db, type Sql } from "./connection.server"

export type Tx = postgres.TransactionSql<Record<string, never>>
export type SqlOrTx = Sql | Tx

/** Commits everything that `work` does, or nothing. */
export const transaction = <Answer>(work: (tx: Tx) => Promise<Answer>) => db().begin(work) as Promise<Answer>
