import type { Board } from "~/contract/plan"
import type { Task } from "~/contract/task"

/** Control characters are not allowed, a tab aside. */
const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n?|\n/g, "\\n")
    .replace(/[^\P{Cc}\t]/gu, " ")

/** Lines of at most 75 bytes, continued after a break and a space (RFC 5545, 3.1). */
const folded = (line: string) => {
  const encoder = new TextEncoder()
  const parts: string[] = []
  let part = ""
  let size = 0
  for (const character of line) {
    const bytes = encoder.encode(character).byteLength
    if (size + bytes > (parts.length === 0 ? 75 : 74)) {
      parts.push(part)
      part = ""
      size = 0
    }
    part += character
    size += bytes
  }
  return [...parts, part].join("\r\n ")
}

const compact = (moment: string) => moment.replace(/[-:]|\.\d+/g, "")
const day = (moment: string, later = 0) =>
  compact(new Date(Date.parse(`${moment.slice(0, 10)}T00:00:00Z`) + later * 86_400_000).toISOString()).slice(0, 8)

/** The rule of an all-day event, whose UNTIL is a day. Days that count from when a task is done are not known before. */
const repetition = ({ recurrence, recurrenceFrom }: Pick<Task, "recurrence" | "recurrenceFrom">) =>
  recurrence && recurrenceFrom === "due" ? [`RRULE:${recurrence.replace(/(UNTIL=\d{8})T\d{6}Z?/, "$1")}`] : []

/** An all-day event for each due date of a task or action. `host` makes the events' ids unique to the installation. */
export const writeCalendar = ({ plan, labels, goals, items, tasks }: Board, host: string) => {
  const goalNames = new Map(goals.map(({ id, name }) => [id, name]))
  const itemNames = new Map(items.map(({ id, topic, description }) => [id, topic || description]))
  const labelNames = new Map(labels.map(({ id, name }) => [id, name]))
  const event = (
    uid: string,
    due: string,
    changed: string,
    summary: string,
    about: string[],
    labelIds: number[],
    rule: string[] = [],
  ) => [
    "BEGIN:VEVENT",
    `UID:${uid}@${host}`,
    `DTSTAMP:${compact(changed)}`,
    `DTSTART;VALUE=DATE:${day(due)}`,
    `DTEND;VALUE=DATE:${day(due, 1)}`,
    ...rule,
    `SUMMARY:${escaped(summary)}`,
    ...(about.length > 0 ? [`DESCRIPTION:${escaped(about.join(" · "))}`] : []),
    ...(labelIds.length > 0 ? [`CATEGORIES:${labelIds.map((id) => escaped(labelNames.get(id) ?? "")).join(",")}`] : []),
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ]
  const named = (name: string | undefined) => (name ? [name] : [])
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Laneway//Plan//EN",
    "CALSCALE:GREGORIAN",
    `X-WR-CALNAME:${escaped(plan.name)}`,
    ...items.flatMap(({ id, isDraft, dueDate, modifiedDate, topic, description, goalId, labelIds }) =>
      isDraft || dueDate === null
        ? []
        : event(
            `action-${id}`,
            dueDate,
            modifiedDate,
            topic || description,
            named(goalNames.get(goalId ?? 0)),
            labelIds,
          ),
    ),
    ...tasks.flatMap(({ id, isDraft, dueDate, modified, description, itemId, goalId, labelIds, ...task }) =>
      isDraft || dueDate === null
        ? []
        : event(
            `task-${id}`,
            dueDate,
            modified,
            description,
            [...named(itemNames.get(itemId)), ...named(goalNames.get(goalId ?? 0))],
            labelIds,
            repetition(task),
          ),
    ),
    "END:VCALENDAR",
  ]
  return `${lines.map(folded).join("\r\n")}\r\n`
}
