export type CallOptions = {
  /** A repeat under the same key has no effect and gets the first answer. By default each write has one of its own. */
  idempotencyKey?: string
  /** The entity's `modifiedDate` (a task's `modified`, a plan's `lastEdit`): refused with 409 when it has changed since. */
  unmodifiedSince?: string
  signal?: AbortSignal
  /** Gets the answer of a success, for its headers. */
  onAnswer?(answer: Response): void
}
