// sentenceIn(): what one line asks for, in the words people use. Names are as said; who resolves them knows the plan.
import type { Entity } from "~/contract/field"
import type { TaskType } from "~/contract/task"
import { after, folded, phraseAt, type Split, split, splits, textOf, type Word, wordsIn } from "./words"

export type Said =
  | {
      do: "add"
      entity: Entity | null
      name: string
      parent?: string
      owner?: string
      due?: string
      focus?: true
      column?: TaskType
    }
  | { do: "rename" | "describe"; entity: Entity | null; name: string; text: string }
  | { do: "move"; entity: Entity | null; name: string; to: string; toEntity: Entity | null }
  | { do: "focus" | "unfocus" | "complete" | "uncomplete" | "start" | "delete"; entity: Entity | null; name: string }
  | { do: "assign"; entity: Entity | null; name: string; owner: string | null }
  | { do: "due"; entity: Entity | null; name: string; due: string | null }
  | {
      do: "estimate"
      entity: Entity | null
      name: string
      field: "businessValue" | "effortAndComplexity"
      value: number
    }
  | { do: "note"; entity: Entity | null; name: string; text: string }

/** What a phrase may mean depends on the plan's people, and on what reads as a date. */
export type Reading = {
  isPerson(text: string): boolean
  isDate(text: string): boolean
  /** How well a name is known: 2 as written, 1 as the clearly best match, 0 not at all. */
  knows(name: string, entities: readonly Entity[]): 0 | 1 | 2
}

/** Longer lines are texts, not sentences. */
const longestSentence = 600

const entityWords: Record<string, Entity> = {
  ...{ goal: "goal", goals: "goal", objective: "goal" },
  ...{ action: "item", actions: "item", item: "item", card: "item", lane: "item" },
  ...{ task: "task", tasks: "task", todo: "task", "to-do": "task", step: "task", subtask: "task" },
}

/** "the new action called X" → item, X */
const entityOf = (words: readonly Word[]): [Entity | null, Word[]] => {
  const rest = [...words]
  const next = () => (rest[0] && !rest[0].quoted ? folded(rest[0].text) : "")
  while (["the", "a", "an", "another", "one", "new", "my", "our", "this"].includes(next()) && rest.length > 1)
    rest.shift()
  const entity = rest.length > 1 ? (entityWords[next()] ?? null) : null
  // "the docks goal"
  const last = rest.length > 1 ? rest.at(-1) : undefined
  const behind = last && !last.quoted ? entityWords[folded(last.text)] : undefined
  if (!entity) return behind ? [behind, rest.slice(0, -1)] : [null, [...words]]
  rest.shift()
  if (["called", "named", "titled"].includes(next()) && rest.length > 1) rest.shift()
  return [entity, rest]
}

const withoutThe = (words: readonly Word[]): Word[] =>
  words.length > 1 && !words[0]?.quoted && folded(words[0]?.text ?? "") === "the" ? words.slice(1) : [...words]

const named = (words: readonly Word[]): { entity: Entity | null; name: string } => {
  const [entity, rest] = entityOf(words)
  return { entity, name: textOf(entity ? rest : withoutThe(rest)) }
}

const polite = [
  ...["please", "can you", "could you", "would you", "will you", "can you please", "could you please", "kindly"],
  ...["i want to", "i'd like to", "i would like to", "i want you to", "i'd like you to", "we need to", "i need to"],
  ...["let's", "lets", "let us", "and", "then", "and then", "also", "now", "next", "ok", "okay", "hey", "hi"],
]

const unpolite = (words: Word[]): Word[] => {
  const rest = after(words, polite)
  return rest && rest.length > 0 ? unpolite(rest) : words
}

const withoutPlease = (words: Word[]): Word[] =>
  words.length > 1 && !words.at(-1)?.quoted && folded(words.at(-1)?.text ?? "") === "please"
    ? words.slice(0, -1)
    : words

const columnNames: Record<string, TaskType> = {
  ...{ "to do": 0, todo: 0, "to-do": 0, backlog: 0, "not started": 0 },
  ...{ doing: 1, "in progress": 1, started: 1, progress: 1 },
  ...{ done: 2, finished: 2, complete: 2, completed: 2 },
}

/** The column that a text names, if any. */
export const columnIn = (text: string): TaskType | undefined =>
  columnNames[
    folded(text)
      .replace(/^the /, "")
      .replace(/ column$/, "")
  ]

/** The division whose second part names a card best; of equals the first. */
const bestPlace = (
  words: Word[],
  phrases: string[],
  entities: readonly Entity[],
  { knows }: Reading,
): Split | undefined => {
  const found = splits(words, phrases).map((division) => ({
    division,
    known: knows(named(division[1]).name, entities),
  }))
  return ([2, 1, 0] as const).map((level) => found.find(({ known }) => known === level)?.division).find(Boolean)
}

const add = (words: Word[], reading: Reading): Said | undefined => {
  const { isPerson, isDate } = reading
  const [entity, rest] = entityOf(words)
  let name = entity ? rest : words
  const more: { owner?: string; due?: string; parent?: string; focus?: true; column?: TaskType } = {}
  for (let changed = true; changed; ) {
    changed = false
    const due = split(name, ["due on", "due by", "due", "by", "until", "before", "for"])
    if (more.due === undefined && due && isDate(textOf(due[1]))) {
      more.due = textOf(due[1])
      name = due[0]
      changed = true
    }
    const owner = split(name, ["assigned to", "owned by", "owner", "for", "with"])
    if (more.owner === undefined && owner && isPerson(textOf(owner[1]))) {
      more.owner = textOf(owner[1])
      name = owner[0]
      changed = true
    }
    const focus = split(name, ["in", "into", "to"])
    if (entity !== "goal" && focus && ["focus", "the focus"].includes(textOf(focus[1]).toLowerCase())) {
      more.focus = true
      name = focus[0]
      changed = true
    }
    const column = split(name, ["in", "into", "to"])
    const to = column && columnIn(textOf(column[1]))
    if (entity === "task" && column && to !== undefined && !column[1].some(({ quoted }) => quoted)) {
      more.column = to
      name = column[0]
      changed = true
    }
  }
  if (entity !== "goal") {
    const parents: Entity[] = entity === "task" ? ["item"] : entity === "item" ? ["goal"] : ["item", "goal"]
    const places = ["to", "under", "in", "into", "below", "inside", "within", "on", "for"]
    const place = bestPlace(name, places, parents, reading)
    if (place) {
      const [parent, before] = [named(place[1]).name, place[0]]
      more.parent = parent
      name = before
    }
  }
  const said = textOf(withoutColon(name))
  if (entity === null && more.parent === undefined) return undefined
  return said === "" ? undefined : { do: "add", entity, name: said, ...more }
}

/** "goal: Ship it" */
const withoutColon = (words: Word[]): Word[] =>
  words[0] && !words[0].quoted && words[0].text === ":" ? words.slice(1) : words

const two = (words: Word[], by: string[], last = true): [Word[], Word[]] | undefined => split(words, by, { last })

const verbs: [phrases: string[], read: (rest: Word[], reading: Reading) => Said | undefined][] = [
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
      const [card, text] = parts ?? two(rest, ["saying", "that says", "with"]) ?? splitQuoted(rest) ?? []
      return card && text && text.length > 0 ? { do: "note", ...named(card), text: textOf(text) } : undefined
    },
  ],
  [
    [
      "set the due date of",
      "set due date of",
      "change the due date of",
      "move the due date of",
      "set the deadline of",
      "set the date of",
    ],
    (rest, { isDate }) => {
      const found = two(rest, ["to", "for", "on"])
      return found && isDate(textOf(found[1])) ? { do: "due", ...named(found[0]), due: textOf(found[1]) } : undefined
    },
  ],
  [
    ["postpone", "reschedule", "delay", "schedule"],
    (rest, { isDate }) => {
      const found = two(rest, ["to", "until", "for", "on", "by"])
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
      const found = two(rest, ["to"])
      return found && { do: "assign", ...named(found[0]), owner: textOf(found[1]) }
    },
  ],
  [
    ["unassign", "remove the owner of", "remove the owner from", "take the owner off"],
    (rest) => ({ do: "assign", ...named(rest), owner: null }),
  ],
  [["set the value of", "set value of", "change the value of"], (rest) => estimate(rest, "businessValue")],
  [["set the effort of", "set effort of", "change the effort of"], (rest) => estimate(rest, "effortAndComplexity")],
  [
    ["set the description of", "change the description of", "describe"],
    (rest) => {
      const found = two(rest, ["as", "to", "with"], false)
      return found && { do: "describe", ...named(found[0]), text: textOf(found[1]) }
    },
  ],
  [
    ["rename", "retitle", "change the name of", "call"],
    (rest) => {
      const found = two(rest, ["to", "as", "into"]) ?? splitQuoted(rest)
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
    ["complete", "finish", "close", "tick off", "check off", "tick", "wrap up"],
    (rest) => ({ do: "complete", ...named(rest) }),
  ],
  [["uncomplete", "reopen", "open again", "untick"], (rest) => ({ do: "uncomplete", ...named(rest) })],
  [["start", "begin", "start working on", "begin working on"], (rest) => ({ do: "start", ...named(rest) })],
  [
    ["mark"],
    (rest) => {
      for (const by of [["as"], []]) {
        const found =
          by.length > 0 ? two(rest, by) : rest.length > 1 ? ([rest.slice(0, -1), rest.slice(-1)] as const) : undefined
        const column = found && columnIn(textOf(found[1]))
        if (found && column !== undefined) return inColumn(found[0], column)
      }
      return undefined
    },
  ],
  [
    ["take", "remove", "pull"],
    (rest) => {
      const found = two(rest, ["out of focus", "from focus", "out of the focus", "off focus"]) ?? cutEnd(rest)
      return found ? { do: "unfocus", ...named(found[0]) } : undefined
    },
  ],
  [
    ["move", "put", "shift", "drag", "bring", "pull", "transfer"],
    (rest, reading) => {
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
  [["delete", "remove", "drop", "get rid of", "throw away", "erase"], (rest) => ({ do: "delete", ...named(rest) })],
  [["add", "create", "make", "new", "insert", "set up", "start a new"], add],
]

const focusEnds = ["out of focus", "from focus", "out of the focus"]
/** `split` needs words after the phrase; these phrases end the sentence. */
const cutEnd = (words: Word[]): [Word[], Word[]] | undefined => {
  for (const phrase of focusEnds) {
    const at = phraseAt(words, phrase, { last: true })
    if (at > 0 && at + phrase.split(" ").length === words.length) return [words.slice(0, at), words.slice(at)]
  }
  return undefined
}

const splitQuoted = (words: Word[]): [Word[], Word[]] | undefined => {
  const last = words.at(-1)
  return last?.quoted && words.length > 1 ? [words.slice(0, -1), [last]] : undefined
}

const inColumn = (words: Word[], column: TaskType): Said => {
  const { entity, name } = named(words)
  if (column === 2) return { do: "complete", entity, name }
  if (column === 1) return { do: "start", entity, name }
  return { do: "move", entity, name, to: "to do", toEntity: null }
}

const estimate = (rest: Word[], field: "businessValue" | "effortAndComplexity"): Said | undefined => {
  const found = two(rest, ["to", "at"])
  const text = found ? textOf(found[1]) : ""
  return found && /^\d{1,2}$/.test(text)
    ? { do: "estimate", ...named(found[0]), field, value: Number(text) }
    : undefined
}

/** "X is done", "X is due Friday", "X is for Ada" */
const statement = (words: Word[], { isPerson, isDate }: Reading): Said | undefined => {
  const found = split(words, ["is", "are", "should be", "must be"])
  if (!found) return undefined
  const [card, said] = found
  const text = textOf(said)
  const column = columnIn(text)
  if (column !== undefined) return inColumn(card, column)
  const due = after(said, ["due on", "due by", "due"])
  if (due && isDate(textOf(due))) return { do: "due", ...named(card), due: textOf(due) }
  const owner = after(said, ["for", "assigned to", "owned by"])
  if (owner && isPerson(textOf(owner))) return { do: "assign", ...named(card), owner: textOf(owner) }
  return undefined
}

/** "make Ada the owner of X", "make X due Friday" */
const making = (words: Word[], { isPerson, isDate }: Reading): Said | undefined => {
  const rest = after(words, ["make"])
  if (!rest) return undefined
  const owner = two(rest, ["the owner of", "owner of"], false)
  if (owner && isPerson(textOf(owner[0]))) return { do: "assign", ...named(owner[1]), owner: textOf(owner[0]) }
  const due = two(rest, ["due on", "due by", "due"])
  if (due && isDate(textOf(due[1]))) {
    const [entity] = entityOf(due[0])
    if (entity === null || !["a", "an"].includes(folded(rest[0]?.text ?? ""))) {
      return { do: "due", ...named(due[0]), due: textOf(due[1]) }
    }
  }
  return undefined
}

/** Undefined: the line asks for nothing that a rule can read. */
export const sentenceIn = (line: string, reading: Reading): Said | undefined => {
  if (line.length > longestSentence) return undefined
  const words = withoutPlease(unpolite(wordsIn(line.trim().replace(/^[-*•]\s/, ""))))
  if (words.length < 2) return undefined
  const made = making(words, reading)
  if (made) return made
  for (const [phrases, read] of verbs) {
    const rest = after(words, phrases)
    const said = rest && rest.length > 0 ? read(rest, reading) : undefined
    if (said && said.name !== "") return said
  }
  return statement(words, reading)
}
