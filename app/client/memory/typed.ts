// Texts typed in this tab and not sent.
import { cell, keysOf, typedCell } from "./cell"

const starterDraftKey = "starterDraft"

/** The text in the first-plan starter of a plan, in this tab. */
export const starterDraft = (planId: number) => {
  const draft = typedCell(`${starterDraftKey}.${planId}`)
  return {
    read: (): { name: string; description: string } => {
      const none = { name: "", description: "" }
      try {
        const { name, description } = JSON.parse(draft.read() ?? "{}")
        return typeof name === "string" && typeof description === "string" ? { name, description } : none
      } catch {
        return none
      }
    },
    write: ({ name, description }: { name: string; description: string }) =>
      name === "" && description === "" ? draft.clear() : void draft.write(JSON.stringify({ name, description })),
  }
}

const unsavedKey = "unsavedNotes"

/** Unsaved text of a plan's notes, in this tab. */
export const unsavedNotes = (planId: number) => typedCell(`${unsavedKey}.${planId}`)

/** The unsaved notes of one plan in this tab; `userId`: their author. `drafts` are those of `note-store`. */
export type TabNotes = { userId: number; planId: number; page: string; drafts: readonly unknown[]; clear(): void }

export const tabNotes = (): TabNotes[] =>
  keysOf("session", unsavedKey).flatMap((key) => {
    const { read, clear } = cell("session", key)
    try {
      const { userId, page, drafts } = JSON.parse(read() ?? "")
      return [{ userId, planId: Number(key.split(".")[1]), page, drafts, clear }]
    } catch {
      clear()
      return []
    }
  })

const tabPerson = cell("session", "tabPerson")

/** The tab is this person's from now on: what another has typed in it is deleted. */
export const claimTab = (userId: number) => {
  const before = tabPerson.read()
  if (before === String(userId)) return
  if (before !== null)
    for (const begin of [...draftKeys, unsavedKey])
      for (const key of keysOf("session", begin)) cell("session", key).clear()
  tabPerson.write(String(userId))
}

const commentKey = "commentDraft"
const formKey = "formDraft"
const messageKey = "messageDraft"
const requestKey = "requestDraft"
const draftKeys = [commentKey, formKey, messageKey, requestKey, starterDraftKey]

/** The text of a comment being written or edited, in this tab; `key` names it. */
export const commentDraft = (key: string) => typedCell(`${commentKey}.${key}`)

/** Unsent texts of this tab except notes, by the key of their cell. */
export type TypedTexts = Record<string, string>

/** The half typed texts of this tab, and whose they are. `clear` deletes them. */
export const tabTexts = (): { userId: number; texts: TypedTexts; clear(): void } | undefined => {
  const keys = draftKeys.flatMap((begin) => keysOf("session", begin))
  const userId = Number(tabPerson.read())
  if (keys.length === 0 || !userId) return undefined
  return {
    userId,
    texts: Object.fromEntries(keys.map((key) => [key, cell("session", key).read() ?? ""])),
    clear: () => {
      for (const key of keys) cell("session", key).clear()
    },
  }
}

/** A text typed since under the same key wins. */
export const restoreTexts = (texts: TypedTexts) => {
  for (const [key, text] of Object.entries(texts))
    if (cell("session", key).read() === null) cell("session", key).write(text)
}

/** Whether this tab has an unsent text other than a note. */
export const hasDrafts = () => draftKeys.some((begin) => keysOf("session", begin).length > 0)

/** The message being typed to a person, in this tab. */
export const messageDraft = (planId: number, personId: number) => {
  const draft = typedCell(`${messageKey}.${planId}.${personId}`)
  return {
    read: () => draft.read() ?? "",
    write: (text: string) => (text === "" ? draft.clear() : draft.write(text)),
  }
}

/** The unsent request to a plan's assistant, in this tab. */
export const requestDraft = (planId: number) => {
  const draft = typedCell(`${requestKey}.${planId}`)
  return {
    read: () => draft.read() ?? "",
    write: (text: string) => (text === "" ? draft.clear() : void draft.write(text)),
  }
}

/** The texts typed into a form of the settings and not sent, in this tab; `form` names it. */
export const formDraft = (form: string) => {
  const draft = typedCell(`${formKey}.${form}`)
  return {
    read: (): Record<string, string> => {
      try {
        return JSON.parse(draft.read() ?? "{}")
      } catch {
        return {}
      }
    },
    write: (texts: Record<string, string>) => void draft.write(JSON.stringify(texts)),
    clear: draft.clear,
  }
}
