import { escapeHtml } from "~/contract/html"

/** The matching part of a text, as HTML of escaped text and <mark>. */

const longest = 200
const before = 60
const word = /[\p{L}\p{N}\p{M}]+/gu

const folded = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()

const tokensOf = (query: string) => [...new Set(folded(query).match(word) ?? [])].slice(0, 16)

/** One letter wrong, missing, added or swapped; two such edits in long words. */
const alike = (one: string, other: string) => {
  const allowed = one.length > 7 ? 2 : 1
  if (one.length < 4 || Math.abs(one.length - other.length) > allowed || one.length > 60) return false
  let previous: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const changed = one[i - 1] === other[j - 1] ? 0 : 1
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + changed)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        cost = Math.min(cost, (previous[j - 2] ?? 0) + 1)
      }
      next.push(cost)
    }
    previous = row
    row = next
  }
  return (row[other.length] ?? allowed + 1) <= allowed
}

type Span = { start: number; end: number }

/** Matches of the query in the text: words that start with or contain a query word; otherwise similar words. */
const spansOf = (text: string, tokens: string[]): Span[] => {
  const exact: Span[] = []
  const near: Span[] = []
  for (const match of text.matchAll(word)) {
    const found = match[0]
    const start = match.index
    const plain = folded(found)
    const token = tokens.find((each) => plain.includes(each))
    if (token !== undefined) {
      const at = plain.indexOf(token)
      const part = plain.length === found.length && found.length > token.length + 12
      exact.push(part ? { start: start + at, end: start + at + token.length } : { start, end: start + found.length })
    } else if (
      tokens.some(
        (each) =>
          alike(each, plain) ||
          (each.length >= 5 && plain.length >= 4 && plain.startsWith(each.slice(0, Math.max(4, each.length - 4)))),
      )
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
