import type { Observable, observable } from "../observable"
import type { Presence } from "./presence"
import type { Received } from "./received"

/** "Polling": there is no connection, but changes are asked for instead. */
export type LiveState = "Disconnected" | "Connecting" | "Connected" | "Reconnecting" | "Polling"
/** Why the server takes no more connections: the person has too many, or all together have. */
export type Crowded = "own" | "all" | null
export type Ticket = { url: string; apiKey: string; token: string; expiresAt: string; crowded?: true }

export type Follower<Payload = unknown> = {
  onMessage(event: string, payload: Payload): void
  /** After every join: messages may have been missed and are not sent again. */
  onJoined?(): void
}
/** `send`: to the topic's other subscribers; dropped while there is no connection. */
export type Following = { send(event: string, payload: Record<string, unknown>): void; close(): void }

export type Connection = {
  /** Subscribes to another topic over this connection and each later one. */
  follow<Topic extends string>(topic: Topic, follower: Follower<Received<Topic>>): Following
  close(): void
}

export type Live = Connection & {
  state: Observable<LiveState>
  /** Null once there is a connection. */
  crowded: Observable<Crowded>
}

type Settable<T> = ReturnType<typeof observable<T>>
/** What a connection shows of itself. */
export type Shown = { state: Settable<LiveState>; crowded: Settable<Crowded> }

export type LiveOptions<Topic extends string> = {
  /** The topic of the connection's own channel; the connection is up while this channel is joined. */
  topic: Topic
  /** Presence in that topic, under the tab's id. */
  presence?: Presence
  /** Connects when this is settled: earlier events would be of no use. */
  after?: Promise<unknown>
  /** A 403 or 404 means that the person has lost access to the topic. `refused`: the last socket was not opened. */
  ticket(refused: boolean): Promise<Ticket>
  onMessage(event: string, payload: Received<Topic>): void
  /** After every join, and once messages of the database arrive: some may have been missed. */
  onJoined(): void
  /**
   * Every few seconds while tickets are answered but no connection comes about; `all`: now and then, to load whole lists.
   * Resolves to whether the server has answered.
   */
  onBlocked(all: boolean): Promise<boolean>
  onRefused(): void
  /** Milliseconds before the `attempt`th try to connect again. */
  delay?(attempt: number): number
}
