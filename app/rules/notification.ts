// How a notification reads, and what it opens.
import type { Notification } from "~/contract/notification-row"
import type { BoardLink, CardType, DeepLink, ReviewLink } from "~/contract/shared/deep-link"
import { nameInALine } from "./line-name"
import { plainText } from "./text-parts"

export type TitlePart = { text: string; strong: boolean }

/** Where a title quotes the card, or the plan: in the language that it was written in, which may not be the reader's now. */
const quoted = (title: string) => {
  const start = title.search(/[“„]/) + 1
  const end = Math.max(title.lastIndexOf("”"), title.lastIndexOf("“"))
  return start > 0 && end >= start ? { start, end } : undefined
}

/** The card, or the plan, in a notification's title. */
export const namedIn = (title: string): string | undefined => {
  const found = quoted(title)
  return found && title.slice(found.start, found.end)
}

type Titled = Pick<Notification, "title" | "actor" | "agent">

/** The author as a title calls them: behind their agent, and with the number that distinguishes people of the same name. */
const authorAtStart = ({ title, actor, agent }: Titled): string | undefined => {
  if (!actor?.userName) return undefined
  const at =
    agent && title.startsWith(nameInALine(agent)) ? title.indexOf(actor.userName, nameInALine(agent).length) : 0
  if (at < 0 || !title.startsWith(actor.userName, at)) return undefined
  const end = at + actor.userName.length
  return title.slice(0, end) + (/^ \(\d+\)/.exec(title.slice(end))?.[0] ?? "")
}

/** What its title calls the author of a notification, or else their name; undefined without an author. */
export const authorIn = (one: Titled) => authorAtStart(one) ?? one.actor?.userName

/** A notification's title with its author, and what it quotes, as strong parts. */
export const titleParts = (one: Titled): TitlePart[] => {
  const { title } = one
  const named = authorAtStart(one)?.length ?? 0
  const rest = title.slice(named)
  const { start, end } = quoted(rest) ?? { start: rest.length, end: rest.length }
  return [
    { text: title.slice(0, named), strong: true },
    { text: rest.slice(0, start), strong: false },
    { text: rest.slice(start, end), strong: true },
    { text: rest.slice(end), strong: false },
  ].filter(({ text }) => text !== "")
}

const longestExcerpt = 240

/** The beginning of a quoted comment as it reads: without mentions' markup, marks of lists, headings and emphasis. */
export const excerptText = (excerpt: string | null | undefined): string => {
  if (!excerpt) return ""
  // The server cuts long comments, maybe within a mention, file or link.
  const whole = excerpt.replace(/[@!]?\[[^\]\n]{0,200}(\]\([^)\n]{0,2000})?$/, "")
  const lines = plainText(whole)
    .replace(/^[ \t]{0,8}(#{1,6}|[-*+>]|\d{1,9}[.)])[ \t]+/gm, "")
    .replace(/(\*\*|__|~~|`)/g, "")
  return nameInALine(lines, longestExcerpt)
}

type Link = (DeepLink & { type: CardType }) | Extract<BoardLink, { type: "settings" }> | ReviewLink

/** What a notification opens: the comments of its action or task, a goal's activity or check-in, the review list, or where to see who has joined and what was restored. */
export const notificationLink = ({
  kind,
  taskId,
  itemId,
  goalId,
}: Pick<Notification, "kind" | "taskId" | "itemId" | "goalId">): Link | undefined => {
  const id = taskId ?? itemId
  if (id) return { type: taskId ? "task" : "card", id, menu: "notes" }
  if (goalId) return { type: "goal", id: goalId, menu: kind === "checkIn" ? "checkin" : "activity" }
  if (kind === "proposed" || kind === "decided")
    return { type: "review", page: kind === "proposed" ? "open" : "decided" }
  if (kind === "accepted") return { type: "settings", section: "people" }
  if (kind === "webhookOff") return { type: "settings", section: "integrations" }
  if (kind === "transferred") return { type: "settings", section: "plan" }
  return kind === "restored" ? { type: "settings", section: "history" } : undefined
}
