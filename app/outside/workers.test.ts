import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { closeWorkers, isTooMuch, type Lane, openWorkers, runInWorker, workerCounts } from "./workers.server"

const directory = mkdtempSync(path.join(tmpdir(), "laneway-workers-"))
const thread = `
import { parentPort } from "node:worker_threads"
const tasks = {
  echo: (value) => ({ result: value }),
  refuse: () => ({ problem: { status: 400, message: "No." } }),
  fail: () => ({ error: "broken" }),
  spin: () => { for (;;) {} },
  grow: () => { const all = []; for (;;) all.push(new Array(1_000).fill({})) },
  end: () => process.exit(1),
  crash: () => { throw new Error("thrown outside a task") },
}
parentPort.on("message", ({ task, args }) => parentPort.postMessage(tasks[task](...args)))
`
beforeAll(() => {
  const file = path.join(directory, "thread.mjs")
  writeFileSync(file, thread)
  openWorkers({ file, memoryMb: 32 })
})
afterAll(async () => {
  await closeWorkers()
  rmSync(directory, { recursive: true })
})

const lane: Lane = { name: "lane", waiting: 3, within: 5_000 }
const echo = (value: unknown) => runInWorker(lane, "echo", [value])

test("a task's result, refusal and fault come back", async () => {
  expect(await echo({ list: [1], bytes: new Uint8Array([1, 2]) })).toEqual({ list: [1], bytes: new Uint8Array([1, 2]) })
  await expect(runInWorker(lane, "refuse", [])).rejects.toMatchObject({ problem: { status: 400, message: "No." } })
  await expect(runInWorker(lane, "fail", [])).rejects.toThrow("broken")
})

test.each([
  ["without an end", "spin", 200],
  ["that takes all memory", "grow", 20_000],
])("a task %s is ended with a 503, and the next one runs", async (_, task, within) => {
  const refused = await runInWorker({ ...lane, within }, task, []).catch((thrown: unknown) => thrown)
  expect(refused).toMatchObject({ problem: { status: 503, retryAfter: 5 } })
  expect(isTooMuch(refused)).toBe(true)
  expect(await echo(1)).toBe(1)
})

test.each(["end", "crash"])("a thread that is lost during a task (%s) fails that task alone", async (task) => {
  const [lost, next] = await Promise.allSettled([runInWorker(lane, task, []), echo(2)])
  expect(lost.status).toBe("rejected")
  expect(next).toEqual({ status: "fulfilled", value: 2 })
})

test("a value that can't be sent fails its task alone", async () => {
  await expect(runInWorker(lane, "echo", [() => {}])).rejects.toThrow()
  expect(await echo(3)).toBe(3)
})

test("a full queue refuses with the time to wait", async () => {
  const queued = Array.from({ length: 4 }, (_, at) => echo(at))
  expect(workerCounts().waiting).toBe(3)
  await expect(echo(5)).rejects.toMatchObject({ problem: { status: 503, retryAfter: 2 } })
  expect(await Promise.all(queued)).toEqual([0, 1, 2, 3])
})
