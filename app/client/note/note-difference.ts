import { diffLines, diffWordsWithSpace } from "diff"

/** A part of the text: unchanged, deleted or new; or the number of unchanged lines left out. */
export type Difference = { kind: "same" | "gone" | "new"; text: string } | { kind: "skipped"; lines: number }

/** Unchanged lines shown around a change. */
const around = 2
/** When comparing takes longer, the whole texts are shown as deleted and new. Milliseconds. */
const patience = { timeout: 400 }

/** The differences by lines, and within changed lines by words. */
export const differences = (before: string, after: string): Difference[] => {
  if (before === after) return []
  const lines = diffLines(before, after, patience)
  if (!lines) return [whole("gone", before), whole("new", after)]
  const found: Difference[] = []
  for (let at = 0; at < lines.length; at++) {
    const part = lines[at]
    const next = lines[at + 1]
    if (!part) continue
    if (part.removed && next?.added) {
      found.push(...byWords(part.value, next.value))
      at++
    } else if (part.added || part.removed) found.push(whole(part.added ? "new" : "gone", part.value))
    else found.push(...folded(part.value, at > 0, next !== undefined))
  }
  return found
}

const whole = (kind: "gone" | "new" | "same", text: string): Difference => ({ kind, text })

const byWords = (before: string, after: string): Difference[] =>
  diffWordsWithSpace(before, after, patience)?.map(({ added, removed, value }) =>
    whole(added ? "new" : removed ? "gone" : "same", value),
  ) ?? [whole("gone", before), whole("new", after)]

const folded = (text: string, changedAbove: boolean, changedBelow: boolean): Difference[] => {
  const lines = text.match(/[^\n]+\n?|\n/g) ?? []
  const [first, last] = [changedAbove ? around : 0, changedBelow ? around : 0]
  const left = lines.length - first - last
  if (left <= 1) return [whole("same", text)]
  const shown = (some: string[]) => (some.length > 0 ? [whole("same", some.join(""))] : [])
  return [...shown(lines.slice(0, first)), { kind: "skipped", lines: left }, ...shown(lines.slice(first + left))]
}

/** The changes from `before` to `after`, with offsets in `before`, so that a caret can keep its position. */
export const textChanges = (before: string, after: string): { from: number; to: number; insert: string }[] => {
  if (before === after) return []
  const parts = diffWordsWithSpace(before, after, patience)
  if (!parts) return [{ from: 0, to: before.length, insert: after }]
  const changes: { from: number; to: number; insert: string }[] = []
  let at = 0
  for (const { added, removed, value } of parts) {
    if (added) changes.push({ from: at, to: at, insert: value })
    else if (removed) changes.push({ from: at, to: at + value.length, insert: "" })
    if (!added) at += value.length
  }
  return changes
}
