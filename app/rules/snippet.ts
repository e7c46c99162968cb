import { escapeHtml } from "~/contract/shared/html"
import { folded } from "./folded"

/** The matching part of a text, as HTML of escaped text and <mark>. */

const longest = 200
const before = 60
/** Signs of names such as C++ and C# are part of them, and an emoji is a word. */
const word = /[\p{L}\p{N}\p{M}]+(?:\+\+|#)?|\p{Extended_Pictographic}/gu

const tokensOf = (query: string) => [...new Set(folded(query).match(word) ?? [])].slice(0, 16)

/** The most comparisons of letters for similar words in one text; past it they are no longer looked for. */
const mostSteps = 300_000

/** One letter wrong, missing, added or swapped; two such edits in long words. Subtracts its work from `budget.steps`. */
const alike = (one: string, other: string, budget: { steps: number }) => {
  const allowed = one.length > 7 ? 2 : 1
  if (one.length < 4 || Math.abs(one.length - other.length) > allowed || one.length > 60) return false
  const far = allowed + 1
  let previous: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  // Cells further than `allowed` from the diagonal can't be part of so few edits.
  for (let i = 1; i <= one.length; i++) {
    const [from, to] = [Math.max(1, i - allowed), Math.min(other.length, i + allowed)]
    const next = [i]
    let least = i
    for (let j = from; j <= to; j++) {
      const changed = one[i - 1] === other[j - 1] ? 0 : 1
      let cost = Math.min((row[j] ?? far) + 1, (next[j - 1] ?? far) + 1, (row[j - 1] ?? far) + changed)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        cost = Math.min(cost, (previous[j - 2] ?? far) + 1)
      }
      next[j] = cost
      least = Math.min(least, cost)
    }
    budget.steps -= to - from + 1
    // A swap reaches back two rows.
    if (least > allowed + 1) return false
    previous = row
    row = next
  }
  return (row[other.length] ?? far) <= allowed
}

const isSimilar = (tokens: string[], plain: string, budget: { steps: number }) => {
  budget.steps -= tokens.length
  return tokens.some(
    (each) =>
      alike(each, plain, budget) ||
      (each.length >= 5 && plain.length >= 4 && plain.startsWith(each.slice(0, Math.max(4, each.length - 4)))),
  )
}

type Span = { start: number; end: number }

/**
 * Matches of the query in the text: words that start with or contain a query word; otherwise similar words. Reads no
 * further than a snippet from the first match.
 */
const spansOf = (text: string, tokens: string[]): Span[] => {
  const exact: Span[] = []
  const near: Span[] = []
  const budget = { steps: mostSteps }
  for (const match of text.matchAll(word)) {
    const found = match[0]
    const start = match.index
    if (exact[0] && start > exact[0].start + longest) break
    const plain = folded(found)
    const token = tokens.find((each) => plain.includes(each))
    if (token !== undefined) {
      const at = plain.indexOf(token)
      const part = plain.length === found.length && found.length > token.length + 12
      exact.push(part ? { start: start + at, end: start + at + token.length } : { start, end: start + found.length })
    } else if (
      exact.length === 0 &&
      budget.steps > 0 &&
      !(near[0] && start > near[0].start + longest) &&
      isSimilar(tokens, plain, budget)
    ) {
      near.push({ start, end: start + found.length })
    }
  }
  return exact.length > 0 ? exact : near
}

export const snippetOf = (text: string, query: string): string => {
  const flat = text.replace(/\s+/g, " ").trim()
  const spans = spansOf(flat, tokensOf(query))
  // Cut between code points, not inside a surrogate pair.
  const whole = (at: number) => (/[\uDC00-\uDFFF]/.test(flat[at] ?? "") ? at - 1 : at)
  const from = whole(Math.max(0, (spans[0]?.start ?? 0) - before))
  const start = from > 0 && flat.length - from < longest ? whole(Math.max(0, flat.length - longest)) : from
  const end = whole(Math.min(flat.length, start + longest))
  let html = start > 0 ? "…" : ""
  let at = start
  for (const span of spans) {
    if (span.start < at || span.start >= end) continue
    const until = Math.min(span.end, end)
    html += `${escapeHtml(flat.slice(at, span.start))}<mark>${escapeHtml(flat.slice(span.start, until))}</mark>`
    at = until
  }
  return `${html}${escapeHtml(flat.slice(at, end))}${end < flat.length ? "…" : ""}`
}
