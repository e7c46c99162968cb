// actionItemsIn(): finds the action items in meeting notes: "Action: Ada sends the report by Friday", "TODO @bob …".
export type ActionItem = { text: string; owner?: string; due?: string; isTask: boolean }

const marks: [start: string, isTask: boolean][] = [
  ["action item:", false],
  ["action point:", false],
  ["action:", false],
  ["ai:", false],
  ["next step:", false],
  ["todo:", true],
  ["to do:", true],
  ["to-do:", true],
  ["todo ", true],
  ["task:", true],
]

type Reading = { isPerson(text: string): boolean; isDate(text: string): boolean }

const itemIn = (line: string, { isPerson, isDate }: Reading): ActionItem | undefined => {
  const start = line
    .trim()
    .replace(/^[-*•]\s/, "")
    .replace(/^\[ \]\s/, "")
  const mark = marks.find(([mark]) => start.toLowerCase().startsWith(mark))
  if (!mark) return undefined
  let words = start.slice(mark[0].length).trim().split(/\s+/)
  const item: ActionItem = { text: "", isTask: mark[1] }
  const at = words.findIndex((word) => /^@\p{L}/u.test(word) && isPerson(word.slice(1).replace(/[:,.]$/, "")))
  if (at >= 0) {
    item.owner = (words[at] as string).slice(1).replace(/[:,.]$/, "")
    words = words.filter((_, index) => index !== at)
  }
  // "Ada to send …", "Ada: send …", "… (Ada)"
  for (let length = Math.min(3, words.length - 2); length > 0 && !item.owner; length--) {
    const said = words
      .slice(0, length)
      .join(" ")
      .replace(/[:,-]$/, "")
    const next = (words[length] as string).toLowerCase()
    const isName = /[:,]$/.test(words[length - 1] as string) || ["to", "will", "-", "–"].includes(next)
    if (!isName || !isPerson(said)) continue
    item.owner = said
    words = words.slice(["to", "will", "-", "–"].includes(next) ? length + 1 : length)
  }
  const bracket = /^\((.{1,60})\)[.,]?$/.exec(words.at(-1) ?? "")?.[1]
  if (!item.owner && bracket && isPerson(bracket)) {
    item.owner = bracket
    words = words.slice(0, -1)
  }
  for (let from = words.length - 1; from > 0 && !item.due; from--) {
    if (!["due", "by", "until", "before"].includes((words[from] as string).toLowerCase().replace(/^\(/, ""))) continue
    const said = words
      .slice(from + 1)
      .join(" ")
      .replace(/[).,]{1,8}$/, "")
    if (!isDate(said)) continue
    item.due = said
    words = words.slice(0, from)
  }
  const text = words
    .join(" ")
    .replace(/[.,;:–-]$/, "")
    .trim()
  return text === "" ? undefined : { ...item, text: text.charAt(0).toUpperCase() + text.slice(1) }
}

export const actionItemsIn = (lines: readonly string[], reading: Reading): ActionItem[] =>
  lines.flatMap((line) => (line.length > 600 ? [] : (itemIn(line, reading) ?? [])))
