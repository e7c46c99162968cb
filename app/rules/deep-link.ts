/** Links to one entity, `/plan/{planId}/{tasks|goals|actions}/{id}?menu=`; a stored one opens its dialog once the board is there. */

/** `id` null: what the link named is no id, so it cannot exist. */
export type DeepLink = { type: "task" | "goal" | "card"; id: number | null; menu: string | null }

const types: Record<string, DeepLink["type"]> = { tasks: "task", goals: "goal", actions: "card" }
const segments: Record<DeepLink["type"], string> = { task: "tasks", goal: "goals", card: "actions" }

const number = (text: string | undefined) => (text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

/** What a path of that shape names; null when it is not one. `link` is null where no entity is named. */
export const readDeepLink = (path: string, menu: string | null): { planId: number; link: DeepLink | null } | null => {
  const [first, plan, kind, id] = path.split("/").filter(Boolean)
  const planId = number(plan)
  if (first !== "plan" || planId === null) return null
  const type = kind === undefined ? undefined : types[kind]
  if (type === undefined || id === undefined) return { planId, link: null }
  return { planId, link: { type, id: number(id), menu } }
}

export const deepLinkPath = (planId: number, { type, id, menu }: DeepLink) =>
  `/plan/${planId}/${segments[type]}/${id}${menu ? `?menu=${encodeURIComponent(menu)}` : ""}`

/** Any menu a dialog does not have, and "notes", open its notes ("messages"). */
export const deepLinkMenu = (menu: string | null, known: readonly string[]) =>
  menu === null ? null : known.includes(menu) ? menu : "messages"
