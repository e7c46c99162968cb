import type { BoardLink } from "~/contract/deep-link"
import { reportStored } from "./device-storage"

/** Values stored in this browser between pages. When storage is full or forbidden, the page says that typed text isn't saved. */

type Where = "local" | "session"

/** The person has signed out; the page stores nothing more while it closes. */
let forgotten = false

const store = (where: Where): Storage | undefined => {
  try {
    return where === "local" ? window.localStorage : window.sessionStorage
  } catch {
    return undefined
  }
}

type Cell = { read(): string | null /** Whether it is stored. */; write(value: string): boolean; clear(): void }

const cell = (where: Where, key: string): Cell => ({
  read: (): string | null => {
    try {
      return store(where)?.getItem(key) ?? null
    } catch {
      return null
    }
  },
  write: (value: string) => {
    if (forgotten) return false
    try {
      const storage = store(where)
      storage?.setItem(key, value)
      return storage !== undefined
    } catch {
      return false
    }
  },
  clear: () => {
    try {
      store(where)?.removeItem(key)
    } catch {}
  },
})

/** For what the person has typed and not sent. */
const typedCell = (key: string): Cell => {
  const memory = cell("session", key)
  const write = (value: string) => {
    const stored = memory.write(value)
    if (!forgotten) reportStored("session", stored)
    return stored
  }
  return { ...memory, write }
}

const invitationToken = cell("local", "invitationToken")
const invitationReturnUrl = cell("local", "invitationReturnUrl")
const invitationCarried = cell("local", "invitationCarried")
const redirectUrl = cell("local", "redirectUrl")
const tabRedirectUrl = cell("session", "redirectUrl")
const skipPaymentCheckUntil = cell("session", "skipPaymentCheckUntil")
const deepLink = cell("local", "deepLinkEntity")
const planId = cell("session", "planId")

const readPlan = (): number | undefined => {
  const id = Number(planId.read())
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** The plan this tab works in. */
export const selectedPlan = {
  read: readPlan,
  write: (id: number) => planId.write(String(id)),
  clear: planId.clear,
}

/** An invitation that is accepted after signing in. `carried`: the sign-in mail includes it too. */
export const waitingInvitation = {
  read: () => {
    const token = invitationToken.read()
    if (!token) return undefined
    return { token, returnUrl: invitationReturnUrl.read() ?? "/", carried: invitationCarried.read() === "1" }
  },
  write: (token: string, returnUrl: string) => {
    invitationToken.write(token)
    invitationReturnUrl.write(returnUrl)
    invitationCarried.clear()
  },
  markCarried: () => {
    if (invitationToken.read()) invitationCarried.write("1")
  },
  clear: () => {
    invitationToken.clear()
    invitationReturnUrl.clear()
    invitationCarried.clear()
  },
}

/** The page requested before signing in. Local, since the link in the mail opens another tab. */
export const rememberedOrigin = {
  read: () => tabRedirectUrl.read() ?? redirectUrl.read(),
  write: redirectUrl.write,
  clear: () => {
    redirectUrl.clear()
    tabRedirectUrl.clear()
  },
}

/** The page that a required payment interrupted in this tab. */
export const pageBeforePayment = tabRedirectUrl

/** For a minute after a payment no page asks whether one is required. */
export const paymentCheckPause = {
  active: () => Number(skipPaymentCheckUntil.read()) > Date.now(),
  start: () => skipPaymentCheckUntil.write(String(Date.now() + 60_000)),
}

/** The dialog to open when the board is ready, valid only in the plan that was selected when it was saved. */
export const savedDeepLink = {
  read: (): BoardLink | undefined => {
    try {
      const { planId, ...link } = JSON.parse(deepLink.read() ?? "{}")
      return link.type && planId === readPlan() ? link : undefined
    } catch {
      return undefined
    }
  },
  write: (link: BoardLink) => deepLink.write(JSON.stringify({ ...link, planId: readPlan() })),
  clear: deepLink.clear,
}

/** Positions of dialogs on this screen, px from its top left corner, by the dialog's key. */
export const dialogPlaces = {
  read: (key: string): { x: number; y: number } | undefined => {
    try {
      const { x, y } = JSON.parse(cell("local", `dialogPlace.${key}`).read() ?? "{}")
      return Number.isFinite(x) && Number.isFinite(y) ? { x, y } : undefined
    } catch {
      return undefined
    }
  },
  write: (key: string, { x, y }: { x: number; y: number }) =>
    cell("local", `dialogPlace.${key}`).write(JSON.stringify({ x, y })),
}

const starterKey = "starterDismissed"
const starterDraftKey = "starterDraft"

/** Whether the first-plan starter of a plan was dismissed. */
export const starterDismissed = (planId: number) => {
  const memory = cell("local", `${starterKey}.${planId}`)
  return { read: () => memory.read() === "1", write: () => memory.write("1"), clear: memory.clear }
}

/** What is typed into the first-plan starter of a plan, in this tab. */
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

const keysOf = (where: Where, begin: string) => {
  try {
    return Object.keys(store(where) ?? {}).filter((key) => key.startsWith(begin))
  } catch {
    return []
  }
}

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
    for (const begin of [commentKey, formKey, messageKey, requestKey, starterDraftKey, unsavedKey])
      for (const key of keysOf("session", begin)) cell("session", key).clear()
  tabPerson.write(String(userId))
}

const commentKey = "commentDraft"
const formKey = "formDraft"
const messageKey = "messageDraft"
const requestKey = "requestDraft"

/** The text of a comment being written or edited, in this tab; `key` names it. */
export const commentDraft = (key: string) => typedCell(`${commentKey}.${key}`)

/** Whether a comment is half written in this tab. */
export const hasCommentDrafts = () => keysOf("session", commentKey).length > 0

/** The message being typed to a person, in this tab. */
export const messageDraft = (planId: number, personId: number) => {
  const draft = typedCell(`${messageKey}.${planId}.${personId}`)
  return {
    read: () => draft.read() ?? "",
    write: (text: string) => (text === "" ? draft.clear() : draft.write(text)),
  }
}

/** What is typed to a plan's assistant, in this tab. */
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

/** Widths of the board's columns, px; per plan and per rounded width of the window. */
export type ColumnWidths = Partial<Record<"goals" | "actions" | "shared" | "side", number>>

const layoutKey = "boardLayout"

const numbersIn = (text: string | null): Record<string, number> => {
  try {
    const read: unknown = JSON.parse(text ?? "{}")
    return Object.fromEntries(Object.entries(read as object).filter(([, value]) => Number.isFinite(value)))
  } catch {
    return {}
  }
}

/** `screen`: the window's width rounded to 100 px. Planning mode has widths of its own. */
export const columnWidths = (planId: number, screen: number, planning: boolean) => {
  const memory = cell("local", `${layoutKey}.${planId}.${screen}${planning ? ".planning" : ""}`)
  return {
    read: (): ColumnWidths => numbersIn(memory.read()),
    write: (widths: ColumnWidths) => memory.write(JSON.stringify(widths)),
  }
}

/** Whether the Done column was opened where the window has no room for it; `screen` as for the widths. */
export const doneColumn = (planId: number, screen: number) => {
  const memory = cell("local", `${layoutKey}.${planId}.${screen}.done`)
  return {
    isOpen: () => memory.read() === "1",
    keepOpen: (open: boolean) => void (open ? memory.write("1") : memory.clear()),
  }
}

const sideModes = ["search", "chat", "notes"] as const
export type SideMode = (typeof sideModes)[number]

/** The side panel's last content, whether it was open beside the lanes, and whether the plan was in planning mode. */
export const boardLooks = (planId: number) => {
  const mode = cell("local", `${layoutKey}.${planId}.mode`)
  const open = cell("local", `${layoutKey}.${planId}.open`)
  const planning = cell("local", `${layoutKey}.${planId}.planning`)
  return {
    mode: (): SideMode | undefined => sideModes.find((each) => each === mode.read()),
    open: (): boolean | undefined => {
      const read = open.read()
      return read === null ? undefined : read === "1"
    },
    planning: () => planning.read() === "1",
    keepMode: (value: SideMode) => void mode.write(value),
    keepOpen: (value: boolean) => void open.write(value ? "1" : "0"),
    keepPlanning: (value: boolean) => void (value ? planning.write("1") : planning.clear()),
  }
}

const quiet = cell("local", "notificationsQuiet")

/** Whether notifications play a sound in this browser. */
export const notificationSound = {
  on: () => quiet.read() === null,
  set: (on: boolean) => (on ? quiet.clear() : void quiet.write("1")),
}

const pushOwner = cell("local", "pushOwner")

/** Whose notifications this device shows while the product is closed. */
export const pushPerson = {
  is: (userId: number) => pushOwner.read() === String(userId),
  set: (userId: number) => void pushOwner.write(String(userId)),
}

const boardHereKey = "boardHere"

/**
 * That this browser has a copy of a plan's board: its document does not request the board then. `pictured`: also a picture
 * that shows the board as it is.
 */
export const boardHere = {
  write: (planId: number, pictured: boolean) =>
    void cell("local", `${boardHereKey}.${planId}`).write(pictured ? "pictured" : "1"),
  has: (planId: number) => cell("local", `${boardHereKey}.${planId}`).read() !== null,
  clear: (planId: number) => cell("local", `${boardHereKey}.${planId}`).clear(),
  clearAll: () => {
    for (const key of keysOf("local", boardHereKey)) cell("local", key).clear()
  },
}

const leftBehindKey = "leftBehind"

/** Whose stored data could not be deleted when they signed out: the next page does it first. */
export const leftBehind = {
  read: () => Number(cell("local", leftBehindKey).read()) || undefined,
  // Written by a page that stores nothing else any more.
  write: (userId: number) => {
    try {
      store("local")?.setItem(leftBehindKey, String(userId))
    } catch {}
  },
  clear: () => cell("local", leftBehindKey).clear(),
}

const installOffered = cell("local", "installOffered")

/** Whether installing was offered in this browser, which is done once. */
export const installOffer = {
  made: () => installOffered.read() !== null,
  keep: () => void installOffered.write("1"),
}

const singleKeysOff = cell("local", "singleKeys")

/** Whether single letters are commands. Off for people whose speech input types letters. */
export const singleKeys = {
  on: () => singleKeysOff.read() !== "off",
  set: (on: boolean) => (on ? singleKeysOff.clear() : singleKeysOff.write("off")),
}

/** Whether this page is leaving because its person has signed out. */
export const isLeaving = () => forgotten

/** Deletes everything of the person; the theme belongs to the device and stays. */
export const forgetPerson = () => {
  forgotten = true
  for (const memory of [invitationToken, invitationReturnUrl, invitationCarried, redirectUrl, deepLink]) memory.clear()
  try {
    store("session")?.clear()
  } catch {}
  for (const begin of [layoutKey, starterKey, boardHereKey])
    for (const key of keysOf("local", begin)) cell("local", key).clear()
}
