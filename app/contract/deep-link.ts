/**
 * Links to one entity, `/plan/{planId}/{tasks|goals|actions}/{id}?menu=`: a stored link opens its dialog once the board has loaded. A link
 * to a plan note, `/plan/{planId}/notes/{id}`, opens it in the side panel.
 */

export type DeepLink = {
  type: "task" | "goal" | "card" | "note"
  id: number
  menu?: string
  /** Shows the card on its board instead of opening its dialog. */
  show?: true
}
/** The kinds of cards, each with a dialog. */
export type CardType = Exclude<DeepLink["type"], "note">

const types: ReadonlyMap<string, DeepLink["type"]> = new Map([
  ["tasks", "task"],
  ["goals", "goal"],
  ["actions", "card"],
  ["notes", "note"],
])

/** A positive safe integer, or undefined. */
export const readId = (text: string | null | undefined): number | undefined =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined

/** The path after the plan's id, such as `tasks/12`; undefined when it names no entity. */
export const readDeepLink = (rest: string, menu: string | null): DeepLink | undefined => {
  const [kind = "", idText] = rest.split("/").filter(Boolean)
  const type = types.get(kind)
  const id = readId(idText)
  return type && id ? { type, id, ...(menu ? { menu } : {}) } : undefined
}

const segments: Record<DeepLink["type"], string> = { task: "tasks", goal: "goals", card: "actions", note: "notes" }

export const deepLinkPath = (planId: number, { type, id, menu }: DeepLink) =>
  `/plan/${planId}/${segments[type]}/${id}${menu ? `?menu=${encodeURIComponent(menu)}` : ""}`

/** The type of a link to a goal, action or task. */
export const linkTypes = { goal: "goal", item: "card", task: "task" } as const

/** The board's address, with its open dialog, so that it survives a reload and can be shared. */
export const boardAddress = (planId: number, link?: DeepLink) =>
  link?.show
    ? `/board?planId=${planId}&show=${segments[link.type]}/${link.id}`
    : link
      ? `/board?planId=${planId}&open=${segments[link.type]}/${link.id}${link.menu ? `&menu=${encodeURIComponent(link.menu)}` : ""}`
      : "/board"

/** The dialog, or the card to show, in the board's address. */
export const readBoardAddress = (search: URLSearchParams): DeepLink | undefined => {
  const shown = readDeepLink(search.get("show") ?? "", null)
  return shown ? { ...shown, show: true } : readDeepLink(search.get("open") ?? "", search.get("menu"))
}

/** The tabs of a dialog, in order. */
export type DialogTab = "main" | "tasks" | "notes" | "log" | "files"

const tabs: Record<CardType, readonly DialogTab[]> = {
  goal: ["main", "notes", "log", "files"],
  card: ["main", "tasks", "notes", "log", "files"],
  task: ["main", "notes", "log", "files"],
}

/** A draft has no comments, log or files. */
export const dialogTabs = (type: CardType, draft: boolean): readonly DialogTab[] =>
  draft ? tabs[type].filter((tab) => tab === "main" || tab === "tasks") : tabs[type]

/** The tab for a link's menu: MAIN without one, NOTES for a tab the dialog lacks, LOG for a goal's activity. */
export const dialogTabOf = (type: CardType, menu: string | undefined): DialogTab => {
  if (!menu) return "main"
  return tabs[type].find((tab) => tab === menu) ?? (menu === "activity" ? "log" : "notes")
}
