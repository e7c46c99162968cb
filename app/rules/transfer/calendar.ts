import type { Board } from "~/contract/plan"

/** Control characters are not allowed, a tab aside. */
const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n?|\n/g, "\\n")
    .replace(/[^\P{Cc}\t]/gu, " ")

const bytesOf = (character: string) => {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

/** Lines of at most 75 bytes, continued after a break and a space (RFC 5545, 3.1). */
const folded = (line: string) => {
  // Each unit of UTF-16 is three bytes at most.
  if (line.length <= 25 || (line.length <= 75 && /^[ -~]*$/.test(line))) return line
  const parts: string[] = []
  let part = ""
  let size = 0
  for (const character of line) {
    const bytes = bytesOf(character)
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

type Repeats = { recurrence: string | null; recurrenceFrom: string | null }

/** The rule of an all-day event, whose UNTIL is a day. Days that count from when a task is done are not known before. */
const repetition = ({ recurrence, recurrenceFrom }: Repeats) =>
  recurrence && recurrenceFrom === "due" ? [`RRULE:${recurrence.replace(/(UNTIL=\d{8})T\d{6}Z?/, "$1")}`] : []

/** An all-day event. */
export type CalendarEvent = {
  /** Of the card in its installation. */
  uid: string
  due: string
  changed: string
  summary: string
  about: string[]
  categories: string[]
  repeats?: Repeats | null
  url?: string
}

const eventLines = (host: string, { uid, due, changed, summary, about, categories, repeats, url }: CalendarEvent) => [
  "BEGIN:VEVENT",
  `UID:${uid}@${host}`,
  `DTSTAMP:${compact(changed)}`,
  `DTSTART;VALUE=DATE:${day(due)}`,
  `DTEND;VALUE=DATE:${day(due, 1)}`,
  ...(repeats ? repetition(repeats) : []),
  `SUMMARY:${escaped(summary)}`,
  ...(about.length > 0 ? [`DESCRIPTION:${escaped(about.join(" · "))}`] : []),
  ...(categories.length > 0 ? [`CATEGORIES:${categories.map(escaped).join(",")}`] : []),
  ...(url ? [`URL:${url}`] : []),
  "TRANSP:TRANSPARENT",
  "END:VEVENT",
]

/** `host` makes the events' ids unique to the installation. `every`: a duration, after which a subscriber reads again. */
export const calendarOf = (name: string, host: string, events: readonly CalendarEvent[], every?: string) => {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Laneway//Plan//EN",
    "CALSCALE:GREGORIAN",
    `X-WR-CALNAME:${escaped(name)}`,
    ...(every ? [`REFRESH-INTERVAL;VALUE=DURATION:${every}`, `X-PUBLISHED-TTL:${every}`] : []),
    ...events.flatMap((event) => eventLines(host, event)),
    "END:VCALENDAR",
  ]
  return `${lines.map(folded).join("\r\n")}\r\n`
}

const named = (name: string | undefined) => (name ? [name] : [])

/** An all-day event for each due date of a goal, action or task. */
export const writeCalendar = ({ plan, labels, goals, items, tasks }: Board, host: string) => {
  const goalNames = new Map(goals.map(({ id, name }) => [id, name]))
  const itemNames = new Map(items.map(({ id, topic, description }) => [id, topic || description]))
  const labelNames = new Map(labels.map(({ id, name }) => [id, name]))
  const categoriesOf = (ids: readonly number[]) => ids.map((id) => labelNames.get(id) ?? "")
  return calendarOf(plan.name, host, [
    ...goals.flatMap(({ id, isDraft, dueDate, modifiedDate, name }): CalendarEvent[] =>
      isDraft || dueDate === null
        ? []
        : [{ uid: `goal-${id}`, due: dueDate, changed: modifiedDate, summary: name, about: [], categories: [] }],
    ),
    ...items.flatMap(({ id, isDraft, dueDate, modifiedDate, topic, description, goalId, labelIds }): CalendarEvent[] =>
      isDraft || dueDate === null
        ? []
        : [
            {
              uid: `action-${id}`,
              due: dueDate,
              changed: modifiedDate,
              summary: topic || description,
              about: named(goalNames.get(goalId ?? 0)),
              categories: categoriesOf(labelIds),
            },
          ],
    ),
    ...tasks.flatMap(
      ({ id, isDraft, dueDate, modified, description, itemId, goalId, labelIds, ...repeats }): CalendarEvent[] =>
        isDraft || dueDate === null
          ? []
          : [
              {
                uid: `task-${id}`,
                due: dueDate,
                changed: modified,
                summary: description,
                about: [...named(itemNames.get(itemId)), ...named(goalNames.get(goalId ?? 0))],
                categories: categoriesOf(labelIds),
                repeats,
              },
            ],
    ),
  ])
}
