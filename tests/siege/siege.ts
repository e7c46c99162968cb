// siege(options): one account attacks the built product, with its limits on, while another member saves. Prints what each
// attack got, how long the saves took, the longest stall and the memory, then the same of the largest single requests (`sizes`);
// returns the number of missed bounds.

import { fork } from "node:child_process"
import { once } from "node:events"
import path from "node:path"
import { openLoad, pause, percentiles } from "../bench/load.ts"
import { readProcess } from "../bench/process.ts"
import { type BenchBoard, type BenchPerson, openSeed, sessionSecret } from "../bench/seed.ts"
import { longestStall, stallProbe } from "../support/product/event-loop-stalls.ts"
import { type Product, startProduct } from "../support/product/product.ts"
import { attacks, type Field, type Outcome } from "./attacks.ts"
import { hostileSizes } from "./hostile-sizes.ts"

export type SiegeOptions = { seconds: number; only: string[] | null }

const SAVE_P95_MS = 50
const STALL_MS = 250
/** Of the process, at the most. */
const MEBIBYTES = 1_430
/** Below the 1,200 calls a minute that the victim may make. */
const SAVE_EVERY_MS = 60
const WATCH_EVERY_MS = 1_000
/** How long a save, and the end of an attack after its time, are waited for. */
const PATIENCE_MS = 15_000
/** Beyond the attacks' time: the start, the seed and the end. */
const BESIDES_MS = 360_000

export const siege = async ({ seconds, only }: SiegeOptions): Promise<number> => {
  const chosen = Object.keys(attacks).filter((name) => !only || only.includes(name))
  // The command ends even if something hangs.
  const late = setTimeout(
    () => {
      process.stdout.write("✗ the siege did not end in time\n")
      process.exit(1)
    },
    seconds * 1_000 + chosen.length * PATIENCE_MS + BESIDES_MS,
  )
  const attacker = openAttacker()
  const product = await startProduct({
    env: { SESSION_SECRET: sessionSecret, RATE_LIMITS: "on", LIMITS: "" },
    errors: /./,
    nodeOptions: stallProbe,
  })
  const missed: string[] = []
  try {
    const field = await prepared(product)
    await pause(2_000)
    // A whole number, as timers of the platform want it.
    const share = Math.floor((seconds * 1_000) / (chosen.length + 1))
    row("attack", "what it got", "save p50 / p95, ms", "stall, ms", "memory, MiB")
    for (const name of ["none", ...chosen]) {
      const attack = (field: Field) =>
        name === "none" ? pause(share).then(() => ({})) : attacker.attack(name, field, share)
      const { outcome, saves, failed, stall, mebibytes } = await besieged(product, field, attack, share)
      const [p50, p95] = percentiles(saves)
      const got = Object.entries(outcome).map(([what, count]) => `${what} × ${count}`)
      row(name, got.join(", "), `${p50.toFixed(1)} / ${p95.toFixed(1)}`, stall.toFixed(0), mebibytes.toFixed(0))
      if (outcome["no ticket"]) missed.push(`${name}: the attack got no ticket`)
      if (failed > 0) missed.push(`${name}: ${failed} saves failed`)
      if (!(p95 <= SAVE_P95_MS)) missed.push(`${name}: saves took ${p95.toFixed(0)} ms at p95`)
      if (stall > STALL_MS) missed.push(`${name}: the event loop stalled for ${stall.toFixed(0)} ms`)
      if (mebibytes > MEBIBYTES) missed.push(`${name}: ${mebibytes.toFixed(0)} MiB`)
    }
    if (!only || only.includes("sizes")) {
      row("size", "what it got", "", "stall, ms", "memory, MiB")
      const tell = (what: string, got: string, stall: number, mebibytes: number) =>
        row(what, got.slice(0, 80), "", stall.toFixed(0), mebibytes.toFixed(0))
      missed.push(...(await hostileSizes(product, tell)))
    }
  } finally {
    clearTimeout(late)
    attacker.close()
    await product.remove().catch((error: Error) => missed.push(error.message.slice(0, 1_000)))
  }
  for (const each of missed) process.stdout.write(`✗ ${each}\n`)
  process.stdout.write(`${missed.length} bounds missed\n`)
  return missed.length
}

type Prepared = Field & { victim: BenchPerson; tasks: number[] }

/** The attacker's process, and a new one after an attack that does not end. */
const openAttacker = () => {
  const start = () => {
    const made = fork(path.join(import.meta.dirname, "../../scripts/steps/attack.mjs"))
    return { made, ready: once(made, "message", { signal: AbortSignal.timeout(BESIDES_MS) }) }
  }
  let child = start()
  return {
    attack: async (name: string, field: Field, ms: number): Promise<Outcome> => {
      const { made, ready } = child
      try {
        await ready
        made.send({ name, field, ms })
        const [{ outcome }] = await once(made, "message", { signal: AbortSignal.timeout(ms + PATIENCE_MS) })
        return outcome as Outcome
      } catch {
        made.kill("SIGKILL")
        child = start()
        return { "did not end": 1 }
      }
    },
    close: () => child.made.kill(),
  }
}

/** Both are members of one plan; the attacker has another of their own. */
const prepared = async (product: Product): Promise<Prepared> => {
  const seed = await openSeed(product)
  const [victim, attacker, sockets, ...crowd] = (await seed.people(53)) as [BenchPerson, BenchPerson, BenchPerson]
  const shared = await seed.board([victim, attacker, sockets], 1_000)
  const own = await seed.board([attacker, ...crowd], 1_000)
  await seed.notes(own, attacker, { count: 300, letters: 200_000 })
  const edited = await seed.edit(own, attacker, { count: 100, letters: 20_000 })
  const full = [await seed.board([attacker], 19_000), await seed.board([attacker], 19_000)]
  for (const board of full) await seed.lengthen(board, 1_500)
  const phone = await seed.board([attacker], 1_380)
  await seed.lengthen(phone, 20_000)
  await seed.settle()
  await seed.close()
  const tasks = await tasksOf(product.url, victim, shared)
  return { url: product.url, victim, tasks, attacker, sockets, crowd, shared, own, full, phone, edited }
}

/** Runs the attack for `ms` while the victim saves. */
const besieged = async (
  product: Product,
  { victim, tasks, ...field }: Prepared,
  attack: (field: Field) => Promise<Outcome>,
  ms: number,
) => {
  const load = openLoad(field.url, 4)
  const began = performance.now()
  const isOver = () => performance.now() - began > ms
  const saves: number[] = []
  let failed = 0
  const save = async () => {
    for (let at = 0; !isOver(); at++) {
      const sent = performance.now()
      const answered = load.send({
        method: "PUT",
        path: `/api/Task?planId=${field.shared.planId}`,
        cookie: victim.cookie,
        headers: { "idempotency-key": `siege ${began} ${at}` },
        body: { id: tasks[at % tasks.length], description: `Saved at ${at} of ${began}` },
      })
      await Promise.race([answered, pause(PATIENCE_MS).then(() => Promise.reject(new Error("no answer")))]).catch(
        () => {
          failed++
        },
      )
      saves.push(performance.now() - sent)
      await pause(Math.max(0, SAVE_EVERY_MS - (performance.now() - sent)))
    }
  }
  let mebibytes = 0
  const watch = async () => {
    for (; !isOver(); await pause(WATCH_EVERY_MS))
      mebibytes = Math.max(mebibytes, (await readProcess(product).catch(() => ({ mebibytes: 0 }))).mebibytes)
  }
  await longestStall(product)
  const [outcome] = await Promise.all([attack(field), save(), watch()])
  const stall = await longestStall(product)
  load.close()
  return { outcome, saves, failed, stall, mebibytes }
}

const tasksOf = async (url: string, { cookie }: BenchPerson, { planId }: BenchBoard): Promise<number[]> => {
  const answer = await fetch(`${url}/api/Task/plan/${planId}`, { headers: { cookie } })
  return ((await answer.json()) as { id: number }[]).map(({ id }) => id)
}

const widths = [22, 64, 20, 10, 12]
const row = (...cells: string[]) => {
  process.stdout.write(`${cells.map((cell, at) => cell.padEnd(widths[at] as number)).join(" ")}\n`)
}
