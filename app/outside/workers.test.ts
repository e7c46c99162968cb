import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { closeWorkers, isTooMuch, openWorkers, type Queue, runInWorker, workerCounts } from "./workers.server"

const directory = mkdtempSync(path.join(tmpdir(), "laneway-workers-"))
const worker = `
import { readlinkSync } from "node:fs"
import { parentPort } from "node:worker_threads"
const jobs = {
  echo: (value) => ({ result: value }),
  refuse: () => ({ problem: { status: 400, message: "No." } }),
  fail: () => ({ error: "broken" }),
  spin: () => { for (;;) {} },
  fill: () => { const all = []; for (;;) all.push(new Uint8Array(1_048_576).fill(1)) },
  grow: () => { const all = []; for (;;) all.push(new Array(1_000).fill({})) },
  end: () => process.exit(1),
  crash: () => { throw new Error("thrown outside a job") },
}
parentPort.on("message", ({ job, args }) => parentPort.postMessage(jobs[job](...args)))
parentPort.postMessage({ ready: Number(readlinkSync("/proc/thread-self").split("/").at(-1)) })
`
beforeAll(() => {
  const file = path.join(directory, "worker.mjs")
  writeFileSync(file, worker)
  openWorkers({ file, memoryMb: 32 })
})
afterAll(async () => {
  await closeWorkers()
  rmSync(directory, { recursive: true })
})

const queue: Queue = { name: "queue", waiting: 3, within: 5_000 }
const echo = (value: unknown, caller = "ada") => runInWorker(queue, caller, "echo", [value])

test("a job's result, refusal and fault come back", async () => {
  expect(await echo({ list: [1], bytes: new Uint8Array([1, 2]) })).toEqual({ list: [1], bytes: new Uint8Array([1, 2]) })
  await expect(runInWorker(queue, "ada", "refuse", [])).rejects.toMatchObject({
    problem: { status: 400, message: "No." },
  })
  await expect(runInWorker(queue, "ada", "fail", [])).rejects.toThrow("broken")
})

test.each([
  ["without an end", "spin", { within: 200 }],
  ["that takes all memory", "grow", { within: 20_000 }],
  ["that takes all memory in byte arrays", "fill", { within: 20_000, growthMb: 100 }],
])("a job %s is ended with a 503, and the next one runs", async (_, job, limits) => {
  const refused = await runInWorker({ ...queue, ...limits }, "ada", job, []).catch((thrown: unknown) => thrown)
  expect(refused).toMatchObject({ problem: { status: 503, retryAfter: 5 } })
  expect(isTooMuch(refused)).toBe(true)
  expect(await echo(1)).toBe(1)
})

test.each(["end", "crash"])("a worker that is lost during a job (%s) fails that job alone", async (job) => {
  const [lost, next] = await Promise.allSettled([runInWorker(queue, "ada", job, []), echo(2)])
  expect(lost.status).toBe("rejected")
  expect(next).toEqual({ status: "fulfilled", value: 2 })
})

test("a value that can't be sent fails its job alone", async () => {
  await expect(runInWorker(queue, "ada", "echo", [() => {}])).rejects.toThrow()
  expect(await echo(3)).toBe(3)
})

test("a full queue refuses with the time to wait", async () => {
  const queued = ["ada", "ben", "cem", "dan"].map((caller) => echo(caller, caller))
  expect(workerCounts().waiting).toBe(3)
  await expect(echo(5, "eve")).rejects.toMatchObject({ problem: { status: 503, retryAfter: 2 } })
  expect(await Promise.all(queued)).toEqual(["ada", "ben", "cem", "dan"])
})

test("a caller with much to do takes turns with the others, and leaves them places in the queue", async () => {
  const wide: Queue = { ...queue, name: "wide", waiting: 8 }
  const ended: string[] = []
  const run = (caller: string, name: string) =>
    runInWorker(wide, caller, "echo", [name]).then((value) => ended.push(String(value)))
  const many = Array.from({ length: 10 }, (_, at) => run("ada", `ada ${at}`))
  const few = [run("ben", "ben 0"), run("cem", "cem 0"), run("ben", "ben 1")]
  const refused = (await Promise.allSettled(many)).filter(({ status }) => status === "rejected")
  await Promise.all(few)
  expect(ended).toEqual(["ada 0", "ada 1", "ben 0", "cem 0", "ada 2", "ben 1", "ada 3", "ada 4"])
  expect(refused).toHaveLength(5)
  for (const { reason } of refused as PromiseRejectedResult[])
    expect(reason).toMatchObject({ problem: { status: 429, retryAfter: 2 } })
})
