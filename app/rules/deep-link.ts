/** Links to one entity, `/plan/{planId}/{tasks|goals|actions}/{id}?menu=`: a stored one opens its dialog once the board is there. */

export type DeepLink = { type: "task" | "goal" | "card"; id: number; menu?: string }

const types: ReadonlyMap<string, DeepLink["type"]> = new Map([
  ["tasks", "task"],
  ["goals", "goal"],
  ["actions", "card"],
])

/** A positive integer that a number holds, or undefined. */
export const readId = (text: string | null | undefined): number | undefined =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined

/** What follows the plan's id in the path, such as `tasks/12`; undefined when it names no entity. */
export const readDeepLink = (rest: string, menu: string | null): DeepLink | undefined => {
  const [kind = "", idText] = rest.split("/").filter(Boolean)
  const type = types.get(kind)
  const id = readId(idText)
  return type && id ? { type, id, ...(menu ? { menu } : {}) } : undefined
}

const segments: Record<DeepLink["type"], string> = { task: "tasks", goal: "goals", card: "actions" }

export const deepLinkPath = (planId: number, { type, id, menu }: DeepLink) =>
  `/plan/${planId}/${segments[type]}/${id}${menu ? `?menu=${encodeURIComponent(menu)}` : ""}`

/** Any menu a dialog does not have, "notes" included, opens its notes ("messages"). */
export const deepLinkMenu = (menu: string | undefined, known: readonly string[]) =>
  menu === undefined || known.includes(menu) ? menu : "messages"
