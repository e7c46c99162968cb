// The launcher starts the app again when it dies, and reports why.
import { afterEach, expect, test } from "vitest"
import { supervise } from "../../scripts/steps/supervise.mjs"

/** An app: sends that it is ready, then runs `script`. */
const app = (script: string) => ["-e", `process.send({ ready: String(process.pid) }); ${script}`]
const forever = "setInterval(() => {}, 1000)"

let end: (signal: NodeJS.Signals) => void = () => {}
afterEach(() => end("SIGKILL"))

const launched = (command: string[], delays = { first: 20, most: 80, steady: 60_000 }) => {
  const pids: number[] = []
  const lines: string[] = []
  const codes: number[] = []
  end = supervise(command, {
    spawnOptions: { stdio: ["ignore", "ignore", "ignore", "ipc"] },
    ready: (pid: string) => pids.push(Number(pid)),
    ended: (code: number) => codes.push(code),
    say: (line: string) => lines.push(line),
    delays,
  })
  return { pids, lines, codes }
}

test("an app that is killed starts again, with longer delays each time", async () => {
  const { pids, lines, codes } = launched(app(forever))
  for (const run of [1, 2, 3]) {
    await expect.poll(() => pids.length).toBe(run)
    process.kill(pids.at(-1) as number, "SIGKILL")
  }
  await expect.poll(() => pids.length).toBe(4)
  expect(lines).toEqual(
    [0.02, 0.04, 0.08].map((seconds) => `Laneway stopped unexpectedly (SIGKILL). It starts again in ${seconds} s.`),
  )
  expect(codes).toEqual([])
})

test("an app that fails after a while starts again", async () => {
  const { pids, lines } = launched(app("setTimeout(() => process.exit(7), 20)"))
  await expect.poll(() => pids.length).toBeGreaterThan(1)
  expect(lines[0]).toContain("(exit code 7)")
})

test("an app out of memory starts again", async () => {
  const { pids, lines } = launched([
    "--max-old-space-size=20",
    ...app("const all = []; setInterval(() => { for (;;) all.push(new Array(1e5).fill(0)) }, 20)"),
  ])
  await expect.poll(() => pids.length).toBeGreaterThan(1)
  expect(lines[0]).toContain("stopped unexpectedly")
})

test("a start that fails is reported once", async () => {
  const { codes, lines } = launched(["-e", "process.exit(3)"])
  await expect.poll(() => codes).toEqual([3])
  expect(lines).toEqual([])
})

test("an app that is ended on purpose, or ends by itself, stays ended", async () => {
  const killed = launched(app(forever))
  await expect.poll(() => killed.pids.length).toBe(1)
  end("SIGTERM")
  await expect.poll(() => killed.codes.length).toBe(1)
  const done = launched(app("process.exit(0)"))
  await expect.poll(() => done.codes).toEqual([0])
  expect([...killed.lines, ...done.lines]).toEqual([])
})

test("a signal during the delay ends the launcher", async () => {
  const { pids, codes, lines } = launched(app(forever), { first: 60_000, most: 60_000, steady: 60_000 })
  await expect.poll(() => pids.length).toBe(1)
  process.kill(pids[0] as number, "SIGKILL")
  await expect.poll(() => lines.length).toBe(1)
  end("SIGTERM")
  expect(codes).toEqual([0])
})
