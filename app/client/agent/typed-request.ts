import { observable } from "../observable"

type Stored = { read(): string; write(text: string): void }

/**
 * The text in the request field, with recall of earlier requests. Recalling or editing one, or inserting a prompt, keeps what was
 * typed before: it is the last text on the way forward, is stored, and returns once another text has been sent.
 */
export const createRequest = (stored: Stored, sentBefore: (back: number) => string | undefined) => {
  const text = observable(stored.read())
  let at = 0
  const left = new Map<number, string>()
  const write = (next: string) => {
    text.set(next)
    stored.write(next)
  }
  return {
    text,
    write,
    walk: (by: 1 | -1): boolean => {
      const to = at + by
      const next = left.get(to) ?? (to > 0 ? sentBefore(to) : undefined)
      if (next === undefined) return false
      left.set(at, text.get())
      at = to
      text.set(next)
      stored.write(left.get(0) ?? "")
      return true
    },
    put: (next: string) => {
      if (at === 0 && text.get().trim() !== "" && text.get().trim() !== next.trim()) {
        left.set(0, text.get())
        at = 1
      }
      text.set(next)
      stored.write(left.get(0) ?? next)
    },
    sent: () => {
      const typed = at > 0 ? (left.get(0) ?? "") : ""
      at = 0
      left.clear()
      write(typed)
    },
  }
}
