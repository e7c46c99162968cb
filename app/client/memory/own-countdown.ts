import type { Countdown } from "~/contract/meeting"
import { cell } from "./cell"

type Kept = { countdown: Countdown; hidden: boolean }

const isKept = (value: unknown): value is Kept => {
  const { countdown } = (value ?? {}) as Partial<Kept>
  if (typeof countdown !== "object" || countdown === null) return false
  const { minutes, endsAt, left, startedAt } = countdown
  if (typeof minutes !== "number" || Number.isNaN(Date.parse(startedAt))) return false
  return left === null ? !Number.isNaN(Date.parse(endsAt ?? "")) : typeof left === "number"
}

/** The countdown that a person runs for themselves in this tab; it survives a reload. */
export const ownCountdown = (planId: number) => {
  const memory = cell("session", `countdown.${planId}`)
  return {
    read: (): Kept | undefined => {
      try {
        const kept: unknown = JSON.parse(memory.read() ?? "null")
        return isKept(kept) ? kept : undefined
      } catch {
        return undefined
      }
    },
    write: (countdown: Countdown | null, hidden: boolean) =>
      countdown ? memory.write(JSON.stringify({ countdown, hidden })) : memory.clear(),
  }
}
