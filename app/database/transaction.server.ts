import type postgres from "postgres"
import { db, type Sql } from "./connection.server"

export type Tx = postgres.TransactionSql<Record<string, never>>
export type SqlOrTx = Sql | Tx

/** Errors of the connection itself; see answer.server.ts. */
const isLost = (error: unknown) => /^(CONNECTION_|E[A-Z]+$)/.test(String((error as { code?: unknown } | null)?.code))

/**
 * Commits everything that `work` does, or nothing. When the connection is lost the driver rejects the transaction, and
 * would then send a rollback on the closed connection, which keeps that from being opened again: so `work` never ends.
 */
export const transactionOn = <Answer>(pool: Sql, work: (tx: Tx) => Promise<Answer>) =>
  pool.begin((tx) =>
    work(tx).catch((error: unknown) => {
      if (isLost(error)) return new Promise<never>(() => {})
      throw error
    }),
  ) as Promise<Answer>

export const transaction = <Answer>(work: (tx: Tx) => Promise<Answer>) => transactionOn(db(), work)
