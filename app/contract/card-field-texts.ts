// cardFieldNames: what people call the fields of cards, within a sentence.

import { localized } from "~/contract/shared/language/localized"
import type { FieldsWith } from "./card-fields"

type Named = FieldsWith<"goal", "kind"> | FieldsWith<"item", "kind"> | FieldsWith<"task", "kind">

export const englishFieldNames = {
  awaitedOwner: "owner",
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
  name: "name",
  owner: "owner",
  ownerId: "owner",
  topic: "heading",
  type: "type",
  videoLink: "video link",
} as const satisfies Record<Named, string>

export const cardFieldNames = localized("cardFieldNames", englishFieldNames)
