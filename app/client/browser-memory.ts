import type { DeepLink } from "~/contract/deep-link"

/** What this browser remembers between pages. Storage that is full or forbidden only forgets. */

type Where = "local" | "session"

/** Somebody has signed out; what their page does while it goes is kept no more. */
let forgotten = false

const store = (where: Where): Storage | undefined => {
  try {
    return where === "local" ? window.localStorage : window.sessionStorage
  } catch {
    return undefined
  }
}

const cell = (where: Where, key: string) => ({
  read: (): string | null => {
    try {
      return store(where)?.getItem(key) ?? null
    } catch {
      return null
    }
  },
  write: (value: string) => {
    if (forgotten && where === "session") return
    try {
      store(where)?.setItem(key, value)
    } catch {}
  },
  clear: () => {
    try {
      store(where)?.removeItem(key)
    } catch {}
  },
})

const invitationToken = cell("local", "invitationToken")
const invitationReturnUrl = cell("local", "invitationReturnUrl")
const invitationCarried = cell("local", "invitationCarried")
const redirectUrl = cell("local", "redirectUrl")
const tabRedirectUrl = cell("session", "redirectUrl")
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

/** An invitation that waits until somebody is signed in. `carried`: the sign-in mail takes it along too. */
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

/** The page somebody wanted before signing in. Local, since the link in the mail opens another tab. */
export const rememberedOrigin = {
  read: () => tabRedirectUrl.read() ?? redirectUrl.read(),
  write: redirectUrl.write,
  clear: () => {
    redirectUrl.clear()
    tabRedirectUrl.clear()
  },
}

/** What the board opens when it is ready; of the plan that was selected when it was saved, and of no other. */
export const savedDeepLink = {
  read: (): DeepLink | undefined => {
    try {
      const { planId, ...link } = JSON.parse(deepLink.read() ?? "{}")
      return link.type && planId === readPlan() ? link : undefined
    } catch {
      return undefined
    }
  },
  write: (link: DeepLink) => deepLink.write(JSON.stringify({ ...link, planId: readPlan() })),
  clear: deepLink.clear,
}

/** Where dialogs stand on this screen, px from its top left corner, by the dialog's key. */
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

/** Whether the first-plan starter of a plan was put away. */
export const starterDismissed = (planId: number) => {
  const kept = cell("local", `${starterKey}.${planId}`)
  return { read: () => kept.read() === "1", write: () => kept.write("1"), clear: kept.clear }
}

const unsavedKey = "unsavedNotes"

/** What is typed into the notes of a plan and not saved, in this tab. */
export const unsavedNotes = (planId: number) => cell("session", `${unsavedKey}.${planId}`)

/** What somebody else left unsaved in this tab, whose session has ended, is not for the one who is here now. */
export const dropUnsavedNotes = (isOwn: (text: string) => boolean) => {
  try {
    const session = store("session")
    for (const key of Object.keys(session ?? {}))
      if (key.startsWith(unsavedKey) && !isOwn(session?.getItem(key) ?? "")) session?.removeItem(key)
  } catch {}
}

/** The message being typed to a person, in this tab. */
export const messageDraft = (planId: number, personId: number) => {
  const draft = cell("session", `messageDraft.${planId}.${personId}`)
  return {
    read: () => draft.read() ?? "",
    write: (text: string) => (text === "" ? draft.clear() : draft.write(text)),
  }
}

/** Widths of the board's columns, px; of one plan, and of windows about as wide as this one. */
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
  const kept = cell("local", `${layoutKey}.${planId}.${screen}${planning ? ".planning" : ""}`)
  return {
    read: (): ColumnWidths => numbersIn(kept.read()),
    write: (widths: ColumnWidths) => kept.write(JSON.stringify(widths)),
  }
}

const sideModes = ["search", "chat", "notes"] as const
export type SideMode = (typeof sideModes)[number]

/** What the side panel of a plan showed last, and whether it stood open beside the lanes; whether the plan was in planning mode. */
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
    keepMode: (value: SideMode) => mode.write(value),
    keepOpen: (value: boolean) => open.write(value ? "1" : "0"),
    keepPlanning: (value: boolean) => (value ? planning.write("1") : planning.clear()),
  }
}

const singleKeysOff = cell("local", "singleKeys")

/** Whether a letter alone is a command. Some people's speech input types letters. */
export const singleKeys = {
  on: () => singleKeysOff.read() !== "off",
  set: (on: boolean) => (on ? singleKeysOff.clear() : singleKeysOff.write("off")),
}

/** Signing out leaves nothing of the person behind; the theme is the device's and stays. */
export const forgetPerson = () => {
  forgotten = true
  for (const kept of [invitationToken, invitationReturnUrl, invitationCarried, redirectUrl, deepLink]) kept.clear()
  try {
    store("session")?.clear()
    const local = store("local")
    for (const key of Object.keys(local ?? {}))
      if (key.startsWith(layoutKey) || key.startsWith(starterKey)) local?.removeItem(key)
  } catch {}
}
