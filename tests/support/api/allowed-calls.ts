// callsInTurn(): every call with somebody who may make it, in an order in which each is possible. manyCallers(api): those who make them.
import { readFileSync } from "node:fs"
import { everyCall } from "~/contract"
import { keyCalls } from "~/contract/integration"
import { visitHeader } from "~/contract/public-link"
import { userCalls } from "~/contract/user"
import type { ApiOver, Caller } from "./api-over.ts"
import { type Stocked, sentTo, stocked } from "./every-call.ts"
import { visitorOf } from "./visitor.ts"

type Who = "key" | "owner" | "member" | "SystemAdmin" | "removed" | "visitor"

/** `who`: one who may make it, by docs/roles.md; `otherwise`: the answer to everybody where nobody may. */
export type Asked = ReturnType<typeof everyCall>[number] & { title: string; who: Who | undefined; otherwise: number }

const asked = (callers: readonly Who[]): Asked[] => {
  const rows = readFileSync("docs/roles.md", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").map((cell) => cell.trim()))
  const head = rows.find(([, first]) => first === "Call") ?? []
  return everyCall().map((each) => {
    const title = `${each.resource}.${each.name}`
    const row = rows.find(([, first]) => first === title)
    if (!row) throw new Error(`docs/roles.md lacks ${title}.`)
    const of = (who: Who) => row[head.indexOf(who)]
    return { ...each, title, who: callers.find((who) => of(who) === "yes"), otherwise: Number(of("owner")) }
  })
}

type By = { as?: Caller; headers?: Record<string, string> }

/** A plan with one of each thing, and how each of its people makes calls. */
export const manyCallers = async (api: ApiOver): Promise<{ board: Stocked; as: Record<Who, By> }> => {
  const [owner, member, removed, admin] = [
    await api.person(),
    await api.person(),
    await api.person(),
    await api.person({ role: 0 }),
  ]
  const board = await stocked(api, owner, { author: member, invited: removed })
  const picture = sentTo("Users", "setAvatar", userCalls.setAvatar, board)
  await api.call("POST", picture.address, { as: member, form: picture.form })
  const visitor = { headers: { [visitHeader]: await visitorOf(api, board.plan.id, owner) } }
  const named = { planId: board.plan.id, name: "Another key", access: "write" } as const
  const made = await api.send(keyCalls.makeKey, named, { as: owner })
  return {
    board,
    as: {
      key: { headers: { "x-api-key": made.body.apiKey } },
      owner: { as: owner },
      member: { as: member },
      SystemAdmin: { as: admin },
      removed: { as: removed },
      visitor,
    },
  }
}

/** Another call on the same plan would leave nothing for these. */
export const alone = [
  "invitation.accept",
  "invitation.withdraw",
  "Admin.dropJob",
  "Admin.retryJob",
  "Plan.revert",
  "Plan.setOwner",
  "File.removeById",
]
const last = ["Account.endSession", "Plan.removeMember", "Plan.remove"]

/** Reads first, then writes; removals at last, of cards before what holds them. Each is made by the first of `callers` who may. */
export const callsInTurn = (callers: readonly Who[]): Asked[] => {
  const turn = ({ title, call, who }: Asked) => {
    if (last.includes(title)) return 3
    if (call.method === "DELETE") return 2
    return (call.method === "GET" && !call.acts) || call.access === "visitor" || !who ? 0 : 1
  }
  const all = asked(callers)
  const removals = all.filter((each) => turn(each) === 2)
  const resources = [...new Set(removals.map(({ resource }) => resource))].reverse()
  return [
    ...[0, 1].flatMap((at) => all.filter((each) => turn(each) === at)),
    ...resources.flatMap((resource) => removals.filter((each) => each.resource === resource)),
    ...last.flatMap((title) => all.filter((each) => each.title === title)),
  ]
}
