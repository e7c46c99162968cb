import type { Comment } from "~/contract/comment"
import { folded } from "./folded"
import { plainText } from "./text-parts"

/** Searching comments: a text is found anywhere in a comment or its author's name, ignoring case and accents. */

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
