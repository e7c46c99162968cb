// The events of a webhook as people choose them: groups of names.
import { webhookEvents } from "~/contract/webhook"

const entities = {
  goals: ["goal"],
  actions: ["item"],
  tasks: ["task"],
  results: ["keyresult"],
  comments: ["comment"],
  notes: ["note"],
  files: ["file"],
  settings: ["member", "plan", "label", "board"],
} as const
export type EventGroup = keyof typeof entities

export const eventGroups = Object.keys(entities) as EventGroup[]

const checkIn = "goal.checkedin"

const namesOf = (group: EventGroup) => [
  ...webhookEvents.filter(
    (event) => event !== checkIn && (entities[group] as readonly string[]).includes(event.split(".")[0] ?? ""),
  ),
  ...(group === "results" ? [checkIn] : []),
]

/** Null: everything. */
export const groupsOf = (events: readonly string[]): EventGroup[] | null =>
  events.includes("*") ? null : eventGroups.filter((group) => namesOf(group).some((name) => events.includes(name)))

export const eventsOf = (groups: readonly EventGroup[] | null): string[] => groups?.flatMap(namesOf) ?? ["*"]
