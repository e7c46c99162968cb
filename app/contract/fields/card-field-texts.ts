// cardFieldNames: what people call the fields of cards, within a sentence.

import { localized } from "~/contract/shared/language/localized"
import type { FieldsWith } from "./card-fields"
import type { Entity } from "./field"

type Offered<E extends Entity> = FieldsWith<E, "mcp"> | FieldsWith<E, "agent">
type Named = FieldsWith<"goal", "kind"> | FieldsWith<"item", "kind"> | FieldsWith<"task", "kind">

export const englishFieldNames = {
  awaitedOwner: "owner",
  blocked: "blocked",
  blockedByIds: "waiting for",
  businessValue: "value",
  color: "colour",
  completed: "completed",
  completedDate: "completion",
  description: "description",
  dotVoting: "votes",
  downloadLink: "download link",
  dueDate: "due date",
  effortAndComplexity: "effort",
  explanation: "explanation",
  focus: "Focus",
  focusDate: "Focus",
  goalId: "goal",
  iconName: "icon",
  imageBase64: "picture",
  isDraft: "draft",
  itemId: "action",
  labelIds: "labels",
  name: "name",
  outcome: "outcome",
  owner: "owner",
  ownerId: "owner",
  recurrence: "repetition",
  recurrenceFrom: "start of the repetition",
  startDate: "start date",
  status: "status",
  topic: "heading",
  type: "type",
  videoLink: "video link",
} as const satisfies Record<Named, string>

export const cardFieldNames = localized("cardFieldNames", englishFieldNames)

/** What agents send for the fields that they may set, with an example. */
export const fieldExamples = {
  blockedByIds: 'e.g. ["Dredge"]',
  businessValue: "0 to 10, e.g. 5",
  color: 'e.g. "#2f6feb"',
  completed: "e.g. true",
  description: 'e.g. "Hire a ship"',
  downloadLink: 'e.g. "https://a.org/b"',
  dueDate: 'e.g. "2026-12-24"',
  effortAndComplexity: "0 to 5, e.g. 3",
  explanation: 'e.g. "Ships wait."',
  focus: "e.g. true",
  goalId: 'e.g. 3 or "Quay"',
  isDraft: "e.g. true",
  labelIds: 'e.g. ["Roads"]',
  itemId: 'e.g. 7 or "Dredge"',
  name: 'e.g. "Quay"',
  outcome: 'e.g. "achieved"',
  order: "Place, e.g. 2048; -1: last",
  ownerId: 'e.g. 5 or "Ada"',
  recurrence: 'e.g. "FREQ=DAILY"',
  recurrenceFrom: 'e.g. "due"',
  startDate: 'e.g. "2026-10-01"',
  status: 'e.g. "at risk"',
  topic: 'e.g. "Dredge"',
  type: 'e.g. "doing"',
  videoLink: 'e.g. "https://a.org/b"',
} as const satisfies Record<Offered<"goal"> | Offered<"item"> | Offered<"task">, string>
