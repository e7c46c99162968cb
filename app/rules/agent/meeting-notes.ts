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

/** Words of a person's name. */
const longestName = 3

const wordsFrom = (words: readonly string[], at: number, length: number) => words.slice(at, at + length).join(" ")

const itemIn = (line: string, { isPerson, isDate }: Reading): ActionItem | undefined => {
  const start = line
    .trim()
    .replace(/^[-*•]\s/, "")
    .replace(/^\[ \]\s/, "")
  const mark = marks.find(([mark]) => start.toLowerCase().startsWith(mark))
  if (!mark) return undefined
  let words = start.slice(mark[0].length).trim().split(/\s+/)
  const item: ActionItem = { text: "", isTask: mark[1] }
  const mentioned = words.flatMap((word, at) => (/^@\p{L}/u.test(word) ? [at] : []))
  for (const at of mentioned) {
    for (let length = Math.min(longestName, words.length - at); length > 0 && !item.owner; length--) {
      const said = wordsFrom(words, at, length)
        .slice(1)
        .replace(/[:,.]$/, "")
      if (!isPerson(said)) continue
      item.owner = said
      words = [...words.slice(0, at), ...words.slice(at + length)]
    }
  }
  // "Ada to send …", "Ada: send …", "… (Ada)"
  for (let length = Math.min(longestName, words.length - 2); length > 0 && !item.owner; length--) {
    const said = wordsFrom(words, 0, length).replace(/[:,-]$/, "")
    const next = (words[length] as string).toLowerCase()
    const isName = /[:,]$/.test(words[length - 1] as string) || ["to", "will", "-", "–"].includes(next)
    if (!isName || !isPerson(said)) continue
    item.owner = said
    words = words.slice(["to", "will", "-", "–"].includes(next) ? length + 1 : length)
  }
  for (let length = 1; length <= Math.min(longestName, words.length - 1) && !item.owner; length++) {
    const bracket = /^\(([^()]{1,100})\)[.,]?$/.exec(wordsFrom(words, words.length - length, length))?.[1]
    if (!bracket || !isPerson(bracket)) continue
    item.owner = bracket
    words = words.slice(0, -length)
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
