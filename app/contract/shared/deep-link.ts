/**
 * Links to one entity, `/plan/{planId}/{tasks|goals|actions}/{id}?menu=`: a stored link opens its dialog once the board has loaded. A link
 * to a plan note, `/plan/{planId}/notes/{id}`, or to the review list, `/plan/{planId}/review`, opens it in the side panel.
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

/** The sections of a plan's settings, by their word in the address. */
export const settingsSections = [
  "plan",
  "people",
  "labels",
  "email",
  "ai",
  "history",
  "deleted",
  "export",
  "integrations",
  "delete",
] as const
export type SettingsSection = (typeof settingsSections)[number]

/** A plan's settings, `/plan/{planId}/settings/{section}`; without a section, their first page. A webhook's page: `…/integrations/{id}`. */
export type SettingsLink = { type: "settings"; section?: SettingsSection; webhook?: number }

export const settingsLink = (section: SettingsSection | undefined, webhook?: number): SettingsLink => ({
  type: "settings",
  ...(section && { section }),
  ...(section === "integrations" && webhook !== undefined && { webhook }),
})

/** A page of the review list: what waits, what was decided, or one proposal by its id. */
export type ReviewPage = "open" | "decided" | number

/** The review list, `/plan/{planId}/review`, `…/review/decided` and `…/review/{id}`. */
export type ReviewLink = { type: "review"; page: ReviewPage }

/** Everything that an address can open over the board, or beside it. */
export type BoardLink = DeepLink | SettingsLink | ReviewLink

/** A positive safe integer, or undefined. */
export const readId = (text: string | null | undefined): number | undefined =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined

/** The path after the plan's id, such as `tasks/12`; undefined when it names nothing to open. */
export const readDeepLink = (rest: string, menu: string | null): BoardLink | undefined => {
  const [kind = "", idText, partText] = rest.split("/").filter(Boolean)
  if (kind === "settings")
    return settingsLink(
      settingsSections.find((each) => each === idText),
      readId(partText),
    )
  if (kind === "review") return { type: "review", page: readId(idText) ?? (idText === "decided" ? "decided" : "open") }
  const type = types.get(kind)
  const id = readId(idText)
  return type && id ? { type, id, ...(menu ? { menu } : {}) } : undefined
}

/** The plan of a deep link, and what it opens there; undefined for other addresses. */
export const readPlanLink = ({ pathname, searchParams }: URL): { planId: number; link?: BoardLink } | undefined => {
  const [, first, planText, ...rest] = pathname.split("/")
  const planId = first === "plan" ? readId(planText) : undefined
  if (!planId) return undefined
  const link = readDeepLink(rest.join("/"), searchParams.get("menu"))
  return { planId, ...(link ? { link } : {}) }
}

const segments: Record<DeepLink["type"], string> = { task: "tasks", goal: "goals", card: "actions", note: "notes" }

/** The path after the plan's id. */
const pathOf = (link: BoardLink) => {
  if (link.type === "settings")
    return ["settings", link.section, link.webhook].filter((part) => part !== undefined).join("/")
  if (link.type === "review") return link.page === "open" ? "review" : `review/${link.page}`
  return `${segments[link.type]}/${link.id}`
}

const menuOf = (link: BoardLink) => ("menu" in link && link.menu ? `menu=${encodeURIComponent(link.menu)}` : undefined)

export const deepLinkPath = (planId: number, link: BoardLink) => {
  const menu = menuOf(link)
  return `/plan/${planId}/${pathOf(link)}${menu ? `?${menu}` : ""}`
}

/** The type of a link to a goal, action or task. */
export const linkTypes = { goal: "goal", item: "card", task: "task" } as const

const openQuery = (planId: number, link: BoardLink) =>
  "show" in link && link.show
    ? `?planId=${planId}&show=${pathOf(link)}`
    : [`?planId=${planId}`, `open=${pathOf(link)}`, menuOf(link)].filter(Boolean).join("&")

/** The pages of an open plan. */
export type PlanPath = "/board" | "/threads" | "/goals"

/** The address of an open plan's page, with its open dialog, so that it survives a reload and can be shared. */
export const planAddress = (path: PlanPath, planId: number, link?: BoardLink) =>
  // Without a plan the page of goals is that of all plans.
  link ? `${path}${openQuery(planId, link)}` : path === "/goals" ? `${path}?planId=${planId}` : path

/** How an open plan is laid out: as its board, or as a calendar by month or week. */
export type Layout = "board" | "calendar" | "week"

export const readLayout = (search: URLSearchParams): Layout => {
  const layout = search.get("layout")
  return layout === "week" || layout === "calendar" ? layout : "board"
}

/** The layout in front of a filter in an address. */
export const withLayout = (layout: Layout, query: string | null): string | null =>
  layout === "board" ? query : `layout=${layout}${query === null ? "" : `&${query}`}`

/** A filter in an address: itself, as JSON, or a saved view. */
export const filterQuery = (search: URLSearchParams): string | null => {
  const [filter, viewId] = [search.get("filter"), readId(search.get("view"))]
  return filter !== null ? `filter=${encodeURIComponent(filter)}` : viewId ? viewQuery(viewId) : null
}

export const viewQuery = (viewId: number) => `view=${viewId}`

/** An open plan's address with its filter. */
export const withFilter = (address: string, planId: number, query: string | null) =>
  query === null ? address : `${address}${address.includes("?") ? "&" : `?planId=${planId}&`}${query}`

export const boardAddress = (planId: number, link?: BoardLink) => planAddress("/board", planId, link)

/** The board's address for a tab that may have another plan open. */
export const boardOfPlan = (planId: number, link?: BoardLink) =>
  link ? boardAddress(planId, link) : `/board?planId=${planId}`

/** The address of My Plans with a plan's settings open. */
export const settingsOverPlans = (planId: number, section: SettingsSection | undefined, webhook?: number) =>
  `/${openQuery(planId, settingsLink(section, webhook))}`

/** The dialog, or the card to show, in the board's address; or the settings in that of My Plans. */
export const readBoardAddress = (search: URLSearchParams): BoardLink | undefined => {
  const shown = readDeepLink(search.get("show") ?? "", null)
  if (shown && "id" in shown) return { ...shown, show: true }
  return readDeepLink(search.get("open") ?? "", search.get("menu"))
}

/** The tabs of a dialog, in order. */
export type DialogTab = "main" | "results" | "tasks" | "notes" | "log" | "files"

const tabs: Record<CardType, readonly DialogTab[]> = {
  goal: ["main", "results", "notes", "log", "files"],
  card: ["main", "tasks", "notes", "log", "files"],
  task: ["main", "notes", "log", "files"],
}

/** A draft has no comments, log or files. */
export const dialogTabs = (type: CardType, draft: boolean): readonly DialogTab[] =>
  draft ? tabs[type].filter((tab) => tab === "main" || tab === "tasks") : tabs[type]

/** The tab for a link's menu, or the check-in that replaces a goal's dialog: MAIN without one, NOTES for a tab the dialog lacks, LOG for a goal's activity. */
export const dialogTabOf = (type: CardType, menu: string | undefined): DialogTab | "checkin" => {
  if (!menu) return "main"
  if (menu === "checkin" && type === "goal") return menu
  return tabs[type].find((tab) => tab === menu) ?? (menu === "activity" ? "log" : "notes")
}
