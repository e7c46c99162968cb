import type { Comment } from "~/contract/comment"
import type { Entity } from "~/contract/fields/field"
import { says, wantedOf } from "~/rules/comment-search"
import type { BoardReader } from "../board/board-types"
import { newestFirst } from "../comment/newest"
import type { TextEntry } from "../outbox/outbox-entry"

export type ThreadCard = { entity: Entity; id: number }
export const cardKeyOf = ({ entity, id }: ThreadCard) => `${entity}:${id}`

/** Level 1 are goals, 2 actions, 3 tasks; what belongs to a card is one level below it. */
type Place = { key: string; level: number; parent: string | null; position: number; size: number }

/** A goal, action or task with comments. Goal 0 holds the actions without a goal. */
export type NodeRow = Place & { kind: "node"; card: ThreadCard; total: number; found: number; open: boolean }
export type ThreadRow =
  | NodeRow
  | (Place & { kind: "comment"; card: ThreadCard; comment: Comment })
  | (Place & { kind: "unsent"; card: ThreadCard; entry: TextEntry })
  | (Place & { kind: "more"; card: ThreadCard; count: number })
  | (Place & { kind: "reply"; card: ThreadCard })

/** Where a reply is being written: below the row of `key`. */
export type ReplyPlace = { key: string; card: ThreadCard }

export type ThreadView = {
  search: string
  /** Keys of the collapsed nodes. */
  closed: ReadonlySet<string>
  /** Keys of the cards whose comments all show. */
  whole: ReadonlySet<string>
  reply: ReplyPlace | undefined
}

/** Comments of a card that show at first, the newest. */
export const shownFirst = 5

const types = [0, 1, 2] as const

export const cardOfComment = ({ goalId, itemId, taskId }: Comment): ThreadCard =>
  taskId !== null
    ? { entity: "task", id: taskId }
    : itemId !== null
      ? { entity: "item", id: itemId }
      : { entity: "goal", id: goalId ?? 0 }

/** The comments by their card, newest first. */
export const byCard = (comments: ReadonlyMap<number, Comment>): ReadonlyMap<string, readonly Comment[]> => {
  const lists = new Map<string, Comment[]>()
  for (const comment of comments.values()) {
    const key = cardKeyOf(cardOfComment(comment))
    const list = lists.get(key)
    if (list) list.push(comment)
    else lists.set(key, [comment])
  }
  for (const list of lists.values()) list.sort(newestFirst)
  return lists
}

type Branch = {
  card: ThreadCard
  total: number
  found: number
  said: readonly Comment[]
  own: readonly TextEntry[]
  below: Branch[]
}

type PlanComments = {
  comments: ReadonlyMap<string, readonly Comment[]>
  /** The reader's comments that the server has not taken, newest first. */
  unsent: readonly TextEntry[]
}

const isOn = (entry: TextEntry, { entity, id }: ThreadCard) =>
  entry.name === `${entity}.addComment` && "id" in entry.input && entry.input.id === id

/** The plan's cards with comments, as a tree in the board's order. */
const branchesOf = (store: BoardReader, { comments, unsent }: PlanComments, search: string): Branch[] => {
  const wanted = wantedOf(search)
  const branch = (card: ThreadCard, below: Branch[]): Branch => {
    const all = comments.get(cardKeyOf(card)) ?? []
    const said = wanted === "" ? all : all.filter((comment) => says(comment, wanted))
    const own = unsent.filter((entry) => isOn(entry, card))
    const sum = (count: "total" | "found") => below.reduce((sum, each) => sum + each[count], 0)
    return {
      card,
      said,
      own,
      below: below.filter(isShown),
      total: all.length + own.length + sum("total"),
      found: said.length + own.length + sum("found"),
    }
  }
  const isShown = ({ found }: Branch) => found > 0
  const items = new Map<number, Branch[]>()
  for (const list of ["lanes", "list", "history"] as const) {
    for (const id of store.list(list)) {
      const item = store.item(id)
      if (!item) continue
      const tasks = types.flatMap((type) => store.list(`tasks:${id}:${type}`))
      const made = branch(
        { entity: "item", id: store.realId(id) },
        tasks.map((task) => branch({ entity: "task", id: store.realId(task) }, [])),
      )
      if (made.total === 0) continue
      const goalId = item.goalId ?? 0
      const siblings = items.get(goalId)
      if (siblings) siblings.push(made)
      else items.set(goalId, [made])
    }
  }
  const goals = [...store.list("goals"), ...store.list("closedGoals"), 0].map(store.realId)
  return goals.map((id) => branch({ entity: "goal", id }, items.get(id) ?? [])).filter(isShown)
}

/** The visible rows of each goal. */
export const threadRows = (store: BoardReader, given: PlanComments, view: ThreadView): ThreadRow[][] => {
  const { search, closed, whole, reply } = view
  const branches = branchesOf(store, given, search)
  const filtered = search.trim() !== ""
  return branches.map((goal, at) => {
    const rows: ThreadRow[] = []
    const add = (branch: Branch, level: number, parent: string | null, position: number, size: number) => {
      const { card, total, found, said, own, below } = branch
      const key = cardKeyOf(card)
      const open = !closed.has(key)
      rows.push({ kind: "node", key, card, level, parent, position, size, total, found, open })
      if (!open) return
      const shown = filtered || whole.has(key) ? said : said.slice(0, shownFirst)
      const more = said.length - shown.length
      const children = own.length + shown.length + (more > 0 ? 1 : 0) + below.length
      let nth = 0
      const place = (key: string, counts = true): Place => ({
        key,
        level: level + 1,
        parent: cardKeyOf(card),
        position: counts ? ++nth : Math.max(1, nth),
        size: children,
      })
      const replying = reply && cardKeyOf(reply.card) === key ? reply : undefined
      const replyRow = (): ThreadRow => ({ kind: "reply", card, ...place(`reply:${key}`, false) })
      // The text being written outlives the comment it answers.
      const anchored = replying !== undefined && shown.some(({ id }) => replying.key === `comment:${id}`)
      if (replying && !anchored) rows.push(replyRow())
      for (const entry of own) rows.push({ kind: "unsent", card, entry, ...place(`unsent:${entry.ref}`) })
      for (const comment of shown) {
        const row = place(`comment:${comment.id}`)
        rows.push({ kind: "comment", card, comment, ...row })
        if (replying?.key === row.key) rows.push(replyRow())
      }
      if (more > 0) rows.push({ kind: "more", card, count: more, ...place(`more:${key}`) })
      for (const each of below) add(each, level + 1, key, ++nth, children)
    }
    add(goal, 1, null, at + 1, branches.length)
    return rows
  })
}

/** Keys of everything that can be collapsed. */
export const nodeKeys = (store: BoardReader, given: PlanComments): string[] => {
  const keysOf = ({ card, below }: Branch): string[] => [cardKeyOf(card), ...below.flatMap(keysOf)]
  return branchesOf(store, given, "").flatMap(keysOf)
}
