// holding(kind, caller): room in memory for what one caller sends or reads, until it is released.
import type { LimitName } from "~/contract/limits"
import { refusal } from "~/contract/problem"
import { mostOf } from "./limits.server"

/** `bodies` of requests while they are sent and worked on; whole `plans` while an answer with them is read. */
export type HeldKind = "bodies" | "plans"
/** Of everybody and of one caller, who may always hold one thing, whatever its size. */
const limits = {
  bodies: { all: "body_memory", own: "body_memory_per_caller" },
  plans: { all: "plan_memory", own: "plan_memory_per_caller" },
} as const satisfies Record<HeldKind, { all: LimitName; own: LimitName }>

let isFull = () => false

/** `full`: whether the process has so much memory that it takes nothing more. */
export const openHeld = (full = () => false) => {
  isFull = full
}

/** 503 while the process has too little memory left for something large. */
export const refuseWhenFull = () => {
  if (isFull())
    throw refusal(503, "The server has no memory left for this at the moment. Please try again in a minute.", {
      retryAfter: 30,
    })
}

const all: Record<HeldKind, number> = { bodies: 0, plans: 0 }
const held: Record<HeldKind, Map<string, number>> = { bodies: new Map(), plans: new Map() }

/** Bytes, of everybody. */
export const heldBytes = (kind: HeldKind) => all[kind]

const texts: Record<HeldKind, { own: string; others: string }> = {
  bodies: {
    own: "Other requests of yours are still being sent. Wait for them, then send this again.",
    others: "Many large requests are being sent. Please try again in a moment.",
  },
  plans: {
    own: "Other answers of yours with whole plans are still being read. Read them to their end, then ask again.",
    others: "Many large plans are being read. Please try again in a moment.",
  },
}

export type Holding = {
  /** Throws 429 while the caller holds too much elsewhere, and 503 while everybody does. */
  claim(bytes: number): void
  release(): void
}

export const holding = (kind: HeldKind, caller: string): Holding => {
  let mine = 0
  return {
    claim: (bytes) => {
      refuseWhenFull()
      const own = held[kind].get(caller) ?? 0
      if (own > mine && own + bytes > mostOf(limits[kind].own)) throw refusal(429, texts[kind].own, { retryAfter: 5 })
      if (all[kind] + bytes > mostOf(limits[kind].all)) throw refusal(503, texts[kind].others, { retryAfter: 5 })
      mine += bytes
      all[kind] += bytes
      held[kind].set(caller, own + bytes)
    },
    release: () => {
      if (mine === 0) return
      const others = (held[kind].get(caller) ?? 0) - mine
      if (others > 0) held[kind].set(caller, others)
      else held[kind].delete(caller)
      all[kind] -= mine
      mine = 0
    },
  }
}
