// hostileSizes(product, tell): requests of every size and shape that is too much, or as much as may be; returns the missed bounds.
import { aiCalls } from "~/contract/ai"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { searchCalls } from "~/contract/search"
import { pause } from "../bench/load.ts"
import { readProcess } from "../bench/process.ts"
import { longestStall } from "../support/product/event-loop-stalls.ts"
import { type Product, signIn } from "../support/product/product.ts"
import { divisible, endlessForm, hardNotes, lostTasks, nearlyWords, slowBodies, zipBombs } from "./hard-requests.ts"
import { boardReads, fillPlan, hostileFiles, imported, planOf } from "./sizes.ts"

const STALL_MS = 100
const MEBIBYTES = 1_430

type Tell = (what: string, got: string, stall: number, mebibytes: number) => void

export const hostileSizes = async (product: Product, tell: Tell): Promise<string[]> => {
  const person = await signIn(product, "sizes@example.org")
  const missed: string[] = []
  const watched = async (what: string, work: () => Promise<[got: string, isExpected: boolean]>) => {
    await longestStall(product)
    const [got, isExpected] = await work()
    const stall = await longestStall(product)
    const { mebibytes } = await readProcess(product)
    tell(what, got, stall, mebibytes)
    if (!isExpected) missed.push(`${what}: ${got}`)
    if (stall > STALL_MS) missed.push(`${what}: the event loop stalled for ${stall.toFixed(0)} ms`)
    if (mebibytes > MEBIBYTES) missed.push(`${what}: ${mebibytes.toFixed(0)} MiB`)
  }
  for (const [what, bytes, name, reason] of hostileFiles({
    numbers: 20_000_000,
    broken: 2_000_000,
    lines: 20_000_000,
  })) {
    await watched(what, async () => {
      const { status, body } = await imported(person, bytes, name)
      return [`${status} ${body.message}`, status === 400 && reason.test(body.message)]
    })
  }
  const tasks = 50_000
  const plan = planOf(tasks)
  await watched(`an import of ${tasks} tasks`, async () => {
    const { status, body } = await imported(person, plan, "plan.json")
    const board = status === 201 ? (await person.send(planCalls.board, { planId: body.id })).body : undefined
    return [`${status}, ${board?.tasks.length} tasks`, board?.tasks.length === tasks]
  })
  const reads = await boardReads(product, person, await fillPlan(product, person, 3_000))
  for (const { path, bytes } of reads) {
    await watched(`${path} of 75,000 cards`, async () => {
      const read = await bytes()
      return [`${read} bytes`, read > 1_000_000]
    })
  }
  const { id: planId } = (await person.send(planCalls.create, { name: "Hard" })).body
  await watched("notes of markers", async () => {
    const statuses: number[] = []
    for (const content of hardNotes) statuses.push((await person.send(noteCalls.create, { planId, content })).status)
    return [statuses.join(" "), statuses.every((status) => status === 201)]
  })
  await watched("searches for nearly their words", async () => {
    const { status } = await person.send(searchCalls.search, { planId, q: nearlyWords })
    return [`${status}`, status === 200]
  })
  for (const [what, raw] of Object.entries(slowBodies))
    await watched(`a body of ${what}`, async () => {
      const { status } = await person.call("PUT", `/api/Item/UpdateOrders?planId=${planId}`, { raw })
      return [`${status}`, status === 400]
    })
  await watched("forms without an end", async () => {
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => endlessForm(product.url)))).map(
      ({ status }) => status,
    )
    return [statuses.join(" "), statuses.every((status) => status === 413)]
  })
  for (const bomb of zipBombs())
    await watched("a file that unpacks without end", async () => {
      const files = [new File([bomb], "bomb.pdf")]
      const { status } = await person.send(aiCalls.boardPlannerWithFiles, { planId, files })
      return [`${status}`, status === 400 || status === 503]
    })
  const full = await fillPlan(product, person, 430)
  for (const [what, planned, prompt] of [
    ["cards that are not there", full, lostTasks],
    ["sentences of many divisions", planId, divisible],
  ] as const)
    await watched(what, async () => {
      const { taskId } = (await person.send(aiCalls.boardPlanner, { planId: planned, prompt })).body
      let state = "queued"
      while (state === "queued" || state === "running") {
        await pause(200)
        state = (await person.send(aiCalls.status, { taskId })).body.status
      }
      return [state, true]
    })
  return missed
}
