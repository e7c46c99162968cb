// How a notification reads, and what it opens.
import type { Notification } from "~/contract/notification"
import type { BoardLink, CardType, DeepLink } from "~/contract/shared/deep-link"
import { nameInALine, plainText } from "./text-parts"

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

/** The author as a title calls them: with the number that distinguishes people of the same name. */
export const authorIn = (title: string, author: string) =>
  title.startsWith(author) ? author + (/^ \(\d+\)/.exec(title.slice(author.length))?.[0] ?? "") : author

/** A notification's title with its author, and what it quotes, as strong parts. */
export const titleParts = (title: string, author: string | undefined): TitlePart[] => {
  const named = author && title.startsWith(author) ? authorIn(title, author).length : 0
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

type Link = (DeepLink & { type: CardType }) | Extract<BoardLink, { type: "settings" }>

/** What a notification opens: the comments of its action or task, a goal's activity, or where to see who has joined and what was restored. */
export const notificationLink = ({
  kind,
  taskId,
  itemId,
  goalId,
}: Pick<Notification, "kind" | "taskId" | "itemId" | "goalId">): Link | undefined => {
  const id = taskId ?? itemId
  if (id) return { type: taskId ? "task" : "card", id, menu: "notes" }
  if (goalId) return { type: "goal", id: goalId, menu: "activity" }
  if (kind === "accepted") return { type: "settings", section: "people" }
  if (kind === "transferred") return { type: "settings", section: "plan" }
  return kind === "restored" ? { type: "settings", section: "history" } : undefined
}
