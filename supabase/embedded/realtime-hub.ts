// createHub(): members of each topic. Delivers broadcasts and tracks presence.
import { type Broadcast, broadcastFrame, messageFrame, type Version } from "./realtime-frames.ts"
import type { RealtimeLimits } from "./realtime-limits.ts"
import { createPresence, type Meta } from "./realtime-presence.ts"

/** One joined channel of one socket. */
export type Member = {
  /** as clients name it: with the prefix `realtime:` */
  topic: string
  version: Version
  presenceKey: string
  /** by the token; "" for an anonymous client */
  person: string
  /** receives broadcasts */
  canListen(): boolean
  /** receives presence */
  meets(): boolean
  write(frame: Buffer): void
}

export type Hub = ReturnType<typeof createHub>

type Topic = { members: Set<Member>; presence: ReturnType<typeof createPresence>; newcomers: Set<Member> }

/** Milliseconds over which presence changes are batched: many people arrive at once when a server comes back. */
const PRESENCE_WINDOW_MS = 20

export const createHub = ({ presenceBytesPerTopic }: Pick<RealtimeLimits, "presenceBytesPerTopic">) => {
  const topics = new Map<string, Topic>()
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | null = null

  const open = (name: string): Topic => {
    const presence = createPresence(presenceBytesPerTopic)
    const topic = topics.get(name) ?? { members: new Set(), presence, newcomers: new Set() }
    topics.set(name, topic)
    return topic
  }

  const presenceChanged = (name: string) => {
    changed.add(name)
    timer ??= setTimeout(sendPresence, PRESENCE_WINDOW_MS)
  }

  const sendPresence = () => {
    timer = null
    for (const name of changed) {
      const topic = topics.get(name)
      if (!topic) continue
      const sendTo = (some: Iterable<Member>, event: string, payload: string) => {
        send(some, (version) => messageFrame(version, { topic: name, event }, payload))
      }

      const { members, newcomers, presence } = topic
      const settled = [...members].filter((member) => member.meets() && !newcomers.has(member))
      for (const diff of presence.takeDiffs()) sendTo(settled, "presence_diff", JSON.stringify(diff))
      const state = JSON.stringify(presence.state())
      // A member that joins again still holds its earlier state, which has to be cleared first; see takeDiffs.
      if (state !== "{}") sendTo(newcomers, "presence_state", "{}")
      sendTo(newcomers, "presence_state", state)
      newcomers.clear()
    }
    changed.clear()
  }

  return {
    join(member: Member) {
      open(member.topic).members.add(member)
    },

    /** Sends the member the present state, and every change from then on. */
    introduce(member: Member) {
      topics.get(member.topic)?.newcomers.add(member)
      presenceChanged(member.topic)
    },

    leave(member: Member) {
      const topic = topics.get(member.topic)
      if (!topic?.members.delete(member)) return
      topic.newcomers.delete(member)
      if (topic.presence.remove(member)) presenceChanged(member.topic)
      if (topic.members.size === 0) topics.delete(member.topic)
    },

    /** To every subscriber but `except`: the sender, unless it asked for its own broadcasts. */
    broadcast(topic: string, broadcast: Broadcast, except?: Member) {
      const members = topics.get(topic)?.members
      if (!members) return
      const listeners: Member[] = []
      for (const member of members) if (member !== except && member.canListen()) listeners.push(member)
      send(listeners, (version) => broadcastFrame(version, topic, broadcast))
    },

    /** false when the topic has no room for more presence */
    track(member: Member, meta: Meta): boolean {
      const put = topics.get(member.topic)?.presence.put(member, meta)
      if (put === "changed") presenceChanged(member.topic)
      return put !== "full"
    },

    untrack(member: Member) {
      if (topics.get(member.topic)?.presence.remove(member)) presenceChanged(member.topic)
    },

    close() {
      if (timer) clearTimeout(timer)
      topics.clear()
    },
  }
}

/** Serialises a frame once per protocol version. */
const send = (members: Iterable<Member>, encode: (version: Version) => Buffer | null) => {
  const made = new Map<Version, Buffer | null>()
  for (const member of members) {
    let frame = made.get(member.version)
    if (frame === undefined) {
      frame = encode(member.version)
      made.set(member.version, frame)
    }
    if (frame) member.write(frame)
  }
}
