// What a sentence asks for, and the names of cards, kinds and columns in it. Names are as said; who resolves them knows
// the plan.
import type { Entity } from "~/contract/field"
import type { TaskType } from "~/contract/task"
import { folded, type Split, splits, textOf, type Word } from "./words"

export type Said =
  | {
      do: "add"
      entity: Entity | null
      name: string
      /** Further ones of the same kind, in the same place. */
      others?: string[]
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
      /** A number of an action, by its name in rows. */
      field: string
      value: number
    }
  | { do: "comment"; entity: Entity | null; name: string; text: string }

/** A phrase's meaning depends on the plan's people, and on what reads as a date. */
export type Reading = {
  isPerson(text: string): boolean
  isDate(text: string): boolean
  /** How well a name is known: 2 as written, 1 as the clearly best match, 0 not at all. */
  knows(name: string, entities: readonly Entity[]): 0 | 1 | 2
}

const entityWords: Record<string, Entity> = {
  goal: "goal",
  goals: "goal",
  objective: "goal",
  objectives: "goal",
  action: "item",
  actions: "item",
  item: "item",
  items: "item",
  card: "item",
  cards: "item",
  lane: "item",
  task: "task",
  tasks: "task",
  todo: "task",
  todos: "task",
  "to-do": "task",
  step: "task",
  steps: "task",
  subtask: "task",
  subtasks: "task",
}

const articles = new Set([
  ...["the", "a", "an", "another", "new", "my", "our", "this", "these", "some"],
  ...["one", "two", "three", "four", "five", "six", "2", "3", "4", "5", "6"],
])

/** "the new action called X" → item, X */
export const entityOf = (words: readonly Word[]): [Entity | null, Word[]] => {
  const rest = [...words]
  const next = () => (rest[0] && !rest[0].quoted ? folded(rest[0].text) : "")
  while (articles.has(next()) && rest.length > 1) rest.shift()
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

const plurals = new Set(["goals", "actions", "tasks", "objectives", "items", "cards", "steps", "todos", "subtasks"])

/** "the three tasks …": names in a list follow. */
export const isPlural = (words: readonly Word[]): boolean => {
  const noun = words.find(({ text, quoted }) => quoted || folded(text) in entityWords)
  return noun !== undefined && !noun.quoted && plurals.has(folded(noun.text))
}

export const named = (words: readonly Word[]): { entity: Entity | null; name: string } => {
  const [entity, rest] = entityOf(words)
  return { entity, name: textOf(entity ? rest : withoutThe(rest)) }
}

const columnNames: Record<string, TaskType> = {
  "to do": 0,
  todo: 0,
  "to-do": 0,
  backlog: 0,
  "not started": 0,
  doing: 1,
  "in progress": 1,
  started: 1,
  progress: 1,
  done: 2,
  finished: 2,
  complete: 2,
  completed: 2,
}

/** The column that a text names, if any. */
export const columnIn = (text: string): TaskType | undefined =>
  columnNames[
    folded(text)
      .replace(/^the /, "")
      .replace(/ column$/, "")
  ]

/** The division whose second part names a card best; of equals the first. */
export const bestPlace = (
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

/** What sets a task's column says. */
export const inColumn = (words: Word[], column: TaskType): Said => {
  const { entity, name } = named(words)
  if (column === 2) return { do: "complete", entity, name }
  if (column === 1) return { do: "start", entity, name }
  return { do: "move", entity, name, to: "to do", toEntity: null }
}
