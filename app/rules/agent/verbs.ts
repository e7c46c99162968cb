// verbs: how a sentence begins, and what the rest of it says. The first that fits wins.
import { fieldsWith } from "~/contract/card-fields"
import { added } from "./added"
import { bestPlace, columnIn, entityOf, inColumn, named, type Reading, type Said } from "./said"
import { folded, phraseAt, type Split, split, splits, textOf, type Word } from "./words"

type Verb = [phrases: string[], read: (rest: Word[], reading: Reading) => Said | undefined]

export const verbs: Verb[] = [
  [
    [
      "add a note to",
      "add a comment to",
      "add note to",
      "comment on",
      "note on",
      "leave a note on",
      "leave a comment on",
    ],
    (rest) => {
      const at = rest.findIndex(({ text, quoted }) => !quoted && text.endsWith(":"))
      const parts =
        at > 0 || (at === 0 && rest.length > 1) ? ([rest.slice(0, at + 1), rest.slice(at + 1)] as const) : undefined
      const [card, text] = parts ?? split(rest, ["saying", "that says", "with"]) ?? splitQuoted(rest) ?? []
      return card && text && text.length > 0 ? { do: "comment", ...named(card), text: textOf(text) } : undefined
    },
  ],
  [
    ["add a note", "add a comment", "add the note", "add the comment", "leave a note", "leave a comment"],
    (rest, reading) => {
      const found = bestPlace(rest, ["to", "on", "for"], ["goal", "item", "task"], reading)
      return found && { do: "comment", ...named(found[1]), text: textOf(found[0]) }
    },
  ],
  [
    [
      ...["set the due date of", "set due date of", "set the due date for", "set due date for"],
      ...["change the due date of", "change the due date for", "move the due date of"],
      ...["set the deadline of", "set the deadline for", "set the date of"],
    ],
    (rest, { isDate }) => {
      const found = split(rest, ["to", "for", "on"])
      return found && isDate(textOf(found[1])) ? { do: "due", ...named(found[0]), due: textOf(found[1]) } : undefined
    },
  ],
  [
    ["postpone", "reschedule", "delay", "schedule", "push", "push back", "bump"],
    (rest, { isDate }) => {
      const found = split(rest, ["to", "until", "for", "on", "by"])
      return found && isDate(textOf(found[1])) ? { do: "due", ...named(found[0]), due: textOf(found[1]) } : undefined
    },
  ],
  [
    ["set"],
    (rest, { isDate }) => {
      const found = split(rest, ["due on", "due by", "due"])
      return found && isDate(textOf(found[1])) ? { do: "due", ...named(found[0]), due: textOf(found[1]) } : undefined
    },
  ],
  [
    [
      "clear the due date of",
      "remove the due date of",
      "delete the due date of",
      "remove the due date from",
      "clear the deadline of",
    ],
    (rest) => ({ do: "due", ...named(rest), due: null }),
  ],
  [
    ["set the owner of", "change the owner of", "make the owner of"],
    (rest) => {
      const found = split(rest, ["to"])
      return found && { do: "assign", ...named(found[0]), owner: textOf(found[1]) }
    },
  ],
  [
    ["unassign", "remove the owner of", "remove the owner from", "take the owner off"],
    (rest) => ({ do: "assign", ...named(rest), owner: null }),
  ],
  ...fieldsWith("item", "agent").flatMap(([name, { kind, agent }]): Verb[] =>
    kind === "number"
      ? [
          [
            [`set the ${agent.word} of`, `set ${agent.word} of`, `change the ${agent.word} of`],
            (rest) => estimate(rest, name),
          ],
        ]
      : [],
  ),
  [
    ["set the description of", "change the description of", "describe"],
    (rest) => {
      const found = split(rest, ["as", "to", "with"], { last: false })
      return found && { do: "describe", ...named(found[0]), text: textOf(found[1]) }
    },
  ],
  [
    ["rename", "retitle", "change the name of", "call"],
    (rest) => {
      const found = split(rest, ["to", "as", "into"]) ?? splitQuoted(rest)
      return found && { do: "rename", ...named(found[0]), text: textOf(found[1]) }
    },
  ],
  [
    ["assign", "give", "hand", "hand over"],
    (rest, { isPerson, knows }) => {
      const divided = splits(rest, ["to"])
      const isCard = (words: Word[]) => knows(named(words).name, ["item", "task"]) > 0
      // "assign Ada to the report" has the person first.
      for (const [card, person] of [...divided, ...divided.map(([a, b]): Split => [b, a])]) {
        if (isPerson(textOf(person)) && isCard(card)) return { do: "assign", ...named(card), owner: textOf(person) }
      }
      const found = divided.at(-1)
      if (found && isPerson(textOf(found[1]))) return { do: "assign", ...named(found[0]), owner: textOf(found[1]) }
      for (let length = Math.min(3, rest.length - 1); length > 0; length--) {
        const person = textOf(rest.slice(0, length))
        if (isPerson(person)) return { do: "assign", ...named(rest.slice(length)), owner: person }
      }
      return found && { do: "assign", ...named(found[0]), owner: textOf(found[1]) }
    },
  ],
  [["focus on", "focus", "start focusing on"], (rest) => ({ do: "focus", ...named(rest) })],
  [["unfocus", "stop focusing on"], (rest) => ({ do: "unfocus", ...named(rest) })],
  [
    [
      ...["complete", "finish", "close", "tick off", "check off", "tick", "wrap up"],
      ...["completed", "finished", "done with", "finished with"],
    ],
    (rest) => ({ do: "complete", ...named(rest) }),
  ],
  [["uncomplete", "reopen", "open again", "untick"], (rest) => ({ do: "uncomplete", ...named(rest) })],
  [["start", "begin", "start working on", "begin working on"], (rest) => ({ do: "start", ...named(rest) })],
  [
    ["mark"],
    (rest) => {
      for (const by of [["as"], []]) {
        const found =
          by.length > 0 ? split(rest, by) : rest.length > 1 ? ([rest.slice(0, -1), rest.slice(-1)] as const) : undefined
        const column = found && columnIn(textOf(found[1]))
        if (found && column !== undefined) return inColumn(found[0], column)
      }
      return undefined
    },
  ],
  [
    ["take", "remove", "pull"],
    (rest) => {
      const found =
        split(rest, ["out of focus", "from focus", "out of the focus", "off focus"]) ?? cutEnd(rest, focusEnds)
      return found ? { do: "unfocus", ...named(found[0]) } : undefined
    },
  ],
  [
    ["move", "put", "shift", "drag", "bring", "pull", "transfer"],
    (rest, reading) => {
      const day = split(rest, ["to"])
      if (day && reading.isDate(textOf(day[1])) && reading.knows(named(day[1]).name, ["goal", "item"]) < 2)
        return { do: "due", ...named(day[0]), due: textOf(day[1]) }
      const phrases = ["to the", "into the", "to", "into", "under", "in", "below"]
      const unquoted = splits(rest, phrases).filter(([, to]) => !to.some(({ quoted }) => quoted))
      const found =
        unquoted.find(([, to]) => columnIn(textOf(to)) !== undefined) ??
        bestPlace(rest, phrases, ["goal", "item"], reading)
      if (!found) return undefined
      const [entity, to] = entityOf(found[1])
      const target = textOf(to)
      if (!entity && ["focus", "the focus"].includes(target.toLowerCase())) return { do: "focus", ...named(found[0]) }
      const column = found[1].some(({ quoted }) => quoted) ? undefined : columnIn(target)
      if (column !== undefined) return inColumn(found[0], column)
      return { do: "move", ...named(found[0]), to: target, toEntity: entity }
    },
  ],
  [
    ["delete", "remove", "drop", "get rid of", "throw away", "erase"],
    (rest) => ({ do: "delete", ...named(cutEnd(rest, wholes)?.[0] ?? rest) }),
  ],
  [["add", "create", "new", "insert", "set up", "start a new"], added],
  // "Make the goal green" makes no goal.
  [["make"], (rest, reading) => (folded(rest[0]?.text ?? "") === "the" ? undefined : added(rest, reading))],
]

/** Phrases that only restate the cascade of a deletion. */
const wholes = ["and everything in it", "with everything in it", "and all its tasks", "with all its tasks"]

const focusEnds = ["out of focus", "from focus", "out of the focus"]
/** `split` needs words after the phrase; these phrases end the sentence. */
const cutEnd = (words: Word[], ends: string[]): [Word[], Word[]] | undefined => {
  for (const phrase of ends) {
    const at = phraseAt(words, phrase, { last: true })
    if (at > 0 && at + phrase.split(" ").length === words.length) return [words.slice(0, at), words.slice(at)]
  }
  return undefined
}

const splitQuoted = (words: Word[]): [Word[], Word[]] | undefined => {
  const last = words.at(-1)
  return last?.quoted && words.length > 1 ? [words.slice(0, -1), [last]] : undefined
}

const estimate = (rest: Word[], field: string): Said | undefined => {
  const found = split(rest, ["to", "at"])
  const text = found ? textOf(found[1]) : ""
  return found && /^\d{1,2}$/.test(text)
    ? { do: "estimate", ...named(found[0]), field, value: Number(text) }
    : undefined
}
