import { dueDayOf } from "~/contract/fields/field"
import { parse } from "~/contract/parse"
import { limits } from "~/contract/shared/bounds"
import { isNoDay } from "./csv-days"
import { leftOutList } from "./left-out"
import { importWords } from "./left-out-texts"
import {
  emptyAction,
  emptyGoal,
  emptyTask,
  groupBy,
  type Imported,
  type OutlineAction,
  type OutlineComment,
  type OutlinePerson,
  type OutlineTask,
  type Reading,
  type Unreadable,
} from "./outline"
import {
  inPlace,
  type TrelloAction,
  type TrelloBoard,
  type TrelloCard,
  type TrelloChecklist,
  type TrelloEntry,
  trelloBoard,
} from "./trello-board"
import { colorOf, trelloLabels } from "./trello-labels"
import { trelloTexts } from "./trello-texts"

const isoOf = (text: string | null) => {
  const time = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/**
 * A list becomes a goal, a card an action, a checklist's entries its tasks; archived ones are skipped. What has no field is
 * text of the action's description.
 */
export const readTrello = (value: unknown, { timeZone, words = importWords }: Reading): Imported | Unreadable => {
  const { data: board, faults } = parse(trelloBoard, value)
  if (faults) return { problem: `${faults[0]?.path || "The file"}: this is not a board exported from Trello.` }
  const leftOut = leftOutList()
  const cut = (text: string, most: number) => {
    const letters = text.length > most ? [...text] : []
    if (letters.length <= most) return text
    leftOut.add("cut", 1, { name: String(most) })
    return letters.slice(0, most).join("")
  }
  const dayOf = (text: string | null) => {
    const day = text === null ? null : dueDayOf(text, timeZone)
    if (text && day === null && !isNoDay(text)) leftOut.add("dates")
    return day
  }
  const known = [...board.cards.flatMap(({ members }) => members), ...board.members]
  const names = new Map(known.map(({ id, fullName, username }) => [id, fullName.trim() || username.trim()]))
  const personOf = (id: string | undefined): (OutlinePerson & { byName: true }) | null => {
    const name = names.get(id ?? "")
    if (!name && id) leftOut.add("unknownMembers")
    return name ? { name: cut(name, limits.person), byName: true } : null
  }

  const checklists = groupBy(inPlace(checklistsOf(board)), ({ idCard }) => idCard)
  const commentsOf = groupBy(
    board.actions.filter(({ type }) => type === "commentCard" || type === "copyCommentCard"),
    ({ data }) => data.card.id,
  )
  const { labels, ofCard } = trelloLabels(board)
  const textsOf = trelloTexts({ board, words, dayOf, add: leftOut.add })

  const remind = ({ due, dueReminder }: { due: string | null; dueReminder: number }) =>
    leftOut.add("dueReminders", due !== null && dueReminder >= 0 ? 1 : 0)

  const taskOf = ({ name, state, due, dueReminder, idMember }: TrelloEntry): OutlineTask[] => {
    if (name.trim() === "") leftOut.add("emptyEntries")
    if (name.trim() === "") return []
    remind({ due, dueReminder })
    const description = cut(name.trim(), limits.description)
    const type = state === "complete" ? 2 : 0
    return [{ ...emptyTask, description, type, dueDate: dayOf(due), owner: personOf(idMember) }]
  }
  const commentOf = ({ data, date, memberCreator }: TrelloAction): OutlineComment => ({
    author: {
      name: cut(memberCreator.fullName.trim() || memberCreator.username.trim() || words.somebody, limits.person),
    },
    content: cut(data.text, limits.comment),
    createdDate: isoOf(date),
    editedDate: isoOf(data.dateLastEdited),
  })
  const actionOf = (card: TrelloCard): OutlineAction => {
    const lists = checklists.get(card.id) ?? []
    const said = (commentsOf.get(card.id) ?? []).filter(({ data }) => data.text.trim() !== "")
    leftOut.add("absentComments", Math.max(0, card.badges.comments - said.length))
    leftOut.add("stickers", card.stickers.length)
    leftOut.add("powerUps", card.pluginData.length)
    leftOut.add("covers", card.cover.color || card.cover.idUploadedBackground ? 1 : 0)
    remind(card)
    leftOut.add("templates", card.isTemplate ? 1 : 0)
    const people = card.idMembers.map(personOf).filter((person) => person !== null)
    const others = people.slice(1).map(({ name }) => name)
    const topic = cut(card.name.trim(), limits.name)
    const due = isoOf(card.due)
    const now = new Date().toISOString()
    const { own, unknown } = ofCard(card)
    leftOut.add("unknownLabels", unknown)
    return {
      ...emptyAction,
      topic,
      ...(own.length > 0 ? { labels: own } : {}),
      description: cut(textsOf(card, lists, others), limits.description),
      dueDate: dayOf(card.due),
      completedDate: card.dueComplete ? (due !== null && due < now ? due : now) : null,
      dotVoting: Math.max(card.idMembersVoted.length, card.badges.votes),
      owner: people[0] ?? null,
      comments: said.map(commentOf).sort((a, b) => ((a.createdDate ?? "") < (b.createdDate ?? "") ? -1 : 1)),
      tasks: lists.flatMap(({ checkItems }) => inPlace(checkItems).flatMap(taskOf)),
    }
  }

  const goals = inPlace(board.lists)
    .filter(({ closed }) => !closed)
    .map((list) => ({
      ...emptyGoal,
      id: list.id,
      name: cut(list.name.trim(), limits.name) || "List",
      color: colorOf(list.color),
      actions: [] as OutlineAction[],
    }))
  leftOut.add("archivedLists", board.lists.length - goals.length)
  leftOut.add("listLimits", board.lists.filter(({ closed, softLimit }) => !closed && softLimit > 0).length)
  const goalOf = new Map(goals.map((goal) => [goal.id, goal]))
  for (const card of inPlace(board.cards)) {
    const goal = goalOf.get(card.idList)
    if (card.closed) leftOut.add("archivedCards")
    else if (!goal) leftOut.add("listlessCards")
    else {
      const action = actionOf(card)
      const { topic, description, tasks, comments = [] } = action
      if (topic !== "" || description !== "") goal.actions.push(action)
      else if (tasks.length + comments.length > 0) goal.actions.push({ ...action, topic: "Card" })
      else leftOut.add("emptyCards")
    }
  }
  const cards = new Set(board.cards.map(({ id }) => id))
  for (const [id, lists] of checklists)
    if (!cards.has(id)) for (const { checkItems } of lists) leftOut.add("lostEntries", checkItems.length)
  for (const [id, said] of commentsOf) if (!cards.has(id)) leftOut.add("lostComments", said.length)
  leftOut.add("powerUps", board.pluginData.length)

  const title = cut(board.name.trim(), limits.name) || "Trello board"
  const about = cut(board.desc, limits.note)
  if (about.trim() !== "") leftOut.add("boardDescription")
  return {
    outline: {
      name: title,
      effortAndComplexityVisible: true,
      aiInstructions: "",
      ...(labels.size > 0 ? { labels: [...labels.values()] } : {}),
      goals: goals.map(({ id, ...goal }) => goal),
      actions: [],
      ...(about.trim() === "" ? {} : { notes: [{ title, content: about, type: 0, visibility: 1 }] }),
    },
    leftOut: leftOut.all(),
  }
}

/** All checklists, each with its card: an export lists them at the top, inside their card, or names them only in `idChecklists`. */
const checklistsOf = ({ checklists, cards }: TrelloBoard): TrelloChecklist[] => {
  const cardOf = new Map(cards.flatMap(({ id, idChecklists }) => idChecklists.map((each) => [each, id] as const)))
  const ids = new Set(checklists.map(({ id }) => id).filter((id) => id !== ""))
  const within = cards.flatMap((card) =>
    card.checklists.filter(({ id }) => !ids.has(id)).map((list) => ({ ...list, idCard: list.idCard || card.id })),
  )
  return [...checklists.map((list) => ({ ...list, idCard: list.idCard || (cardOf.get(list.id) ?? "") })), ...within]
}
