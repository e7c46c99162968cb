// detailsIn(): the owner and the day that an entry of a list names beside its text: "Order paint – Bo – end of month". nameAtEnd(): what
// looks like an owner there.

export type Details = { text: string; owner?: string; due?: string }
type Reading = { isPerson(text: string): boolean; isDate(text: string): boolean }

/** Words of a person's name. */
const longestName = 3
const longestEntry = 600
const dashes = [" – ", " — ", " - ", " | ", "\t"]
const dueLeads = /^(?:due|by|until|before|bis|fällig)(?: (?:on|by|am|zum))? /i
const ownerLeads = /^(?:owner|assigned to|for|zuständig|für)(?::| ) ?/i
/** Between a person and what they do. */
const doing = new Set(["to", "will", "soll", "muss", "-", "–", "—"])

/** The details of one entry, from its ends inwards. What is neither stays in the text. */
export const detailsIn = (given: string, { isPerson, isDate }: Reading): Details => {
  const found: Details = { text: given.trim() }
  /** Each part of the piece has to be an owner or a day. */
  const take = (piece: string, rest: string): boolean => {
    if (rest.trim() === "") return false
    const more: Omit<Details, "text"> = {}
    const before = { ...found }
    for (const part of piece.split(/[,;|]| – | — /).map((each) => each.trim())) {
      const day = part.replace(dueLeads, "")
      const person = part.replace(/^@/, "").replace(ownerLeads, "")
      if (part === "") continue
      if (before.due === undefined && more.due === undefined && isDate(day)) more.due = day
      else if (before.owner === undefined && more.owner === undefined && isPerson(person)) more.owner = person
      else return false
    }
    if (more.due === undefined && more.owner === undefined) return false
    Object.assign(found, more, { text: rest.trim() })
    return true
  }
  const inBrackets = () => {
    const text = found.text.replace(/[.,]$/, "")
    const open = text.endsWith(")") ? text.lastIndexOf("(") : text.endsWith("]") ? text.lastIndexOf("[") : -1
    return open > 0 && take(text.slice(open + 1, -1), text.slice(0, open))
  }
  const behindDash = () =>
    dashes.some((dash) => {
      const at = found.text.lastIndexOf(dash)
      return at > 0 && take(found.text.slice(at + dash.length).replace(/[.,]$/, ""), found.text.slice(0, at))
    })
  const mentioned = () => {
    const words = found.text.split(/\s+/)
    const at = words.findIndex((word) => /^@\p{L}/u.test(word))
    for (let length = Math.min(longestName, words.length - at); at >= 0 && length > 0; length--) {
      const name = words
        .slice(at, at + length)
        .join(" ")
        .replace(/[:,.]$/, "")
      if (take(name, [...words.slice(0, at), ...words.slice(at + length)].join(" "))) return true
    }
    return false
  }
  const dated = () => {
    const words = found.text.replace(/[.,]$/, "").split(/\s+/)
    for (let from = words.length - 1; from > 0; from--) {
      const said = words.slice(from).join(" ")
      if (dueLeads.test(said) && isDate(said.replace(dueLeads, "")) && take(said, words.slice(0, from).join(" ")))
        return true
    }
    return false
  }
  /** "Ada to send …", "Ada: send …" */
  const led = () => {
    const words = found.text.split(/\s+/)
    for (let length = Math.min(longestName, words.length - 2); length > 0; length--) {
      const isDoing = doing.has((words[length] ?? "").toLowerCase())
      const last = words[length - 1] ?? ""
      if (!isDoing && !/[:,]$/.test(last)) continue
      const name = words
        .slice(0, length)
        .join(" ")
        .replace(/[:,-]$/, "")
      if (take(name, words.slice(isDoing ? length + 1 : length).join(" "))) return true
    }
    return false
  }
  // A longer text is no entry of a list.
  if (given.length > longestEntry) return found
  while (inBrackets() || behindDash() || mentioned() || dated() || led());
  return found
}

const atEnd = /(?: [–—-] | \| |\t)@?(\p{Lu}[\p{L}.'’-]{1,30}(?: \p{Lu}[\p{L}.'’-]{1,30})?)$/u

/** "Zoe" in "Book a room – Zoe". */
export const nameAtEnd = (text: string): string | undefined => atEnd.exec(text.slice(-longestEntry).trimEnd())?.[1]
