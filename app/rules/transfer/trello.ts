import * as z from "zod/mini"
import { limits } from "~/contract/field"
import { counted } from "~/contract/language/english"
import { parse } from "~/contract/parse"
import { emptyAction, emptyGoal, emptyTask, type Imported, type OutlineAction, type Unreadable } from "./outline"

const loose = <T extends z.ZodMiniType>(schema: T, otherwise: z.output<T>) => z.catch(schema, otherwise as never)
/** Archived entries included, which a plan doesn't take. */
const list = <T extends z.ZodMiniType>(schema: T) => z.array(schema).check(z.maxLength(200_000))
const word = loose(z.string(), "")
const flag = loose(z.boolean(), false)

const board = z.object({
  name: word,
  lists: list(z.object({ id: z.string(), name: word, closed: flag })),
  cards: list(
    z.object({
      id: word,
      name: word,
      desc: word,
      idList: word,
      closed: flag,
      due: loose(z.nullable(z.string()), null),
      dueComplete: flag,
    }),
  ),
  checklists: loose(
    list(
      z.object({
        idCard: word,
        checkItems: loose(list(z.object({ name: word, state: word, due: loose(z.nullable(z.string()), null) })), []),
      }),
    ),
    [],
  ),
})

const cut = (text: string, most: number) => [...text.replaceAll("\u0000", "")].slice(0, most).join("")
const dateOf = (text: string | null) => {
  const date = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(date) ? null : new Date(date).toISOString()
}

export const isTrello = (value: unknown) =>
  value !== null && typeof value === "object" && "lists" in value && "cards" in value

/** A list becomes a goal, a card an action, a checklist's entries its tasks; archived entries are skipped. */
export const readTrello = (value: unknown): Imported | Unreadable => {
  const { data, faults } = parse(board, value)
  if (faults) return { problem: `${faults[0]?.path || "The file"}: this is not a board exported from Trello.` }
  const { name, lists, cards, checklists } = data
  const entriesOf = new Map<string, (typeof checklists)[number]["checkItems"]>()
  for (const { idCard, checkItems } of checklists) {
    const entries = entriesOf.get(idCard)
    if (entries) for (const entry of checkItems) entries.push(entry)
    else entriesOf.set(idCard, [...checkItems])
  }
  const goals = lists
    .filter(({ closed }) => !closed)
    .map((list) => ({
      ...emptyGoal,
      id: list.id,
      name: cut(list.name.trim(), limits.name) || "List",
      actions: [] as OutlineAction[],
    }))
  const goalOf = new Map(goals.map((goal) => [goal.id, goal]))
  const counts = { archived: 0, listless: 0, nameless: 0, shortened: 0 }
  for (const card of cards) {
    const goal = goalOf.get(card.idList)
    if (card.closed) counts.archived++
    else if (!goal) counts.listless++
    else if (card.name.trim() === "" && card.desc.trim() === "") counts.nameless++
    else {
      const topic = cut(card.name.trim(), limits.name)
      if (topic !== card.name.trim()) counts.shortened++
      goal.actions.push({
        ...emptyAction,
        topic,
        description: cut(card.desc, limits.description),
        dueDate: dateOf(card.due),
        completedDate: card.dueComplete ? (dateOf(card.due) ?? new Date().toISOString()) : null,
        tasks: (entriesOf.get(card.id) ?? [])
          .filter((entry) => entry.name.trim() !== "")
          .map((entry) => ({
            ...emptyTask,
            description: cut(entry.name.trim(), limits.description),
            type: entry.state === "complete" ? 2 : 0,
            dueDate: dateOf(entry.due),
          })),
      })
    }
  }
  const some = (count: number, one: string, other: string) => (count > 0 ? [counted(count, { one, other })] : [])
  return {
    outline: {
      name: cut(name.trim(), limits.name) || "Trello board",
      effortAndComplexityVisible: true,
      aiInstructions: "",
      goals: goals.map(({ id, ...goal }) => goal),
      actions: [],
    },
    leftOut: [
      ...some(lists.length - goals.length, "# archived list", "# archived lists"),
      ...some(counts.archived, "# archived card", "# archived cards"),
      ...some(counts.listless, "# card of an archived or missing list", "# cards of archived or missing lists"),
      ...some(counts.nameless, "# card without a text", "# cards without a text"),
      ...some(counts.shortened, `# name cut to ${limits.name} characters`, `# names cut to ${limits.name} characters`),
    ],
  }
}
