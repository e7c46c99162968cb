import type { Countdown } from "~/contract/meeting"
import { cell } from "./cell"

type StoredCountdown = { countdown: Countdown; hidden: boolean }

const isStored = (value: unknown): value is StoredCountdown => {
  const { countdown } = (value ?? {}) as Partial<StoredCountdown>
  if (typeof countdown !== "object" || countdown === null) return false
  const { minutes, endsAt, left, startedAt } = countdown
  if (typeof minutes !== "number" || Number.isNaN(Date.parse(startedAt))) return false
  return left === null ? !Number.isNaN(Date.parse(endsAt ?? "")) : typeof left === "number"
}

/** The countdown that a person runs for themselves in this tab; it survives a reload. */
export const ownCountdown = (planId: number) => {
  const memory = cell("session", `countdown.${planId}`)
  return {
    read: (): StoredCountdown | undefined => {
      try {
        const stored: unknown = JSON.parse(memory.read() ?? "null")
        return isStored(stored) ? stored : undefined
      } catch {
        return undefined
      }
    },
    write: (countdown: Countdown | null, hidden: boolean) =>
      countdown ? memory.write(JSON.stringify({ countdown, hidden })) : memory.clear(),
  }
}
