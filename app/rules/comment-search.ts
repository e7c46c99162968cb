import type { Comment } from "~/contract/comment"
import { plainText } from "./note-text"

/** Searching comments: a text is found anywhere in a comment or its author's name, ignoring case and accents. */

const folded = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()

type Wanted = string

/** The text to look for; empty: no filter. */
export const wantedOf = (search: string): Wanted => folded(search.trim())

/** Comments are immutable, so what they say is valid for as long as they are. */
const cached = new WeakMap<Comment, string>()

const sayingOf = (comment: Comment) => {
  const known = cached.get(comment)
  if (known !== undefined) return known
  const { content, createdBy, importedAuthor } = comment
  const saying = folded(`${plainText(content)} ${(importedAuthor ?? createdBy).userName}`)
  cached.set(comment, saying)
  return saying
}

export const says = (comment: Comment, wanted: Wanted) => wanted === "" || sayingOf(comment).includes(wanted)

/** A text cut at the matches; every second part is one. */
export const cutAtMatches = (text: string, wanted: Wanted): string[] => {
  if (wanted === "") return [text]
  let plain = ""
  /** Where each folded character begins in the text. */
  const from: number[] = []
  let at = 0
  for (const character of text) {
    const fold = folded(character)
    for (let n = 0; n < fold.length; n++) from.push(at)
    plain += fold
    at += character.length
  }
  from.push(text.length)
  const parts: string[] = []
  let end = 0
  for (let found = plain.indexOf(wanted); found >= 0; found = plain.indexOf(wanted, found + wanted.length)) {
    const start = from[found] ?? end
    if (start < end) continue
    let after = found + wanted.length
    // A character that folds to several is marked whole, and an accent with its letter.
    while (after < plain.length && from[after] === from[after - 1]) after++
    let stop = from[after] ?? text.length
    while (/^\p{M}/u.test(text.slice(stop, stop + 2))) stop += String.fromCodePoint(text.codePointAt(stop) ?? 0).length
    parts.push(text.slice(end, start), text.slice(start, stop))
    end = stop
  }
  return [...parts, text.slice(end)]
}
