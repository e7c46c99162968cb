// measureSaves(bench): updating one task, and moving one among others as a drop does.
import type { Task, TaskType } from "~/contract/task"
import { moveTask } from "~/rules/ordering"
import type { Bench } from "./bench.ts"
import { flatOut, type Load, openLoad, percentiles, timed } from "./load.ts"
import { readProcess } from "./process.ts"
import type { BenchBoard, BenchPerson } from "./seed.ts"

const CONNECTIONS = 16
let key = 0
/** The headers of every write from a browser. */
const headers = () => ({ "idempotency-key": `bench ${process.pid} ${++key}`, "x-client-id": "bench" })

export const measureSaves = async ({ quick, figures, product, boards, people }: Bench) => {
  const person = people[0] as BenchPerson
  const load = openLoad(product.url, CONNECTIONS)
  const rounds = quick ? 200 : 600
  const span = quick ? 2_500 : 8_000
  const [small, large] = [boards.get(100), boards.get(5_000)] as [BenchBoard, BenchBoard]

  // A card is saved on a board that has been opened.
  for (const { planId } of [small, large]) {
    await load.send({ method: "GET", path: `/api/Plan/${planId}/board`, cookie: person.cookie })
  }
  const tasks = await tasksOf(load, person, large)
  const save = (board: BenchBoard, { id }: Task, round: string | number) =>
    load.send({
      method: "PUT",
      path: `/api/Task?planId=${board.planId}`,
      cookie: person.cookie,
      headers: headers(),
      body: { id, description: `Review permit crane quay order tide ${round}` },
    })
  const one = async (board: BenchBoard, its: Task[]) =>
    percentiles(await timed(rounds, (round) => save(board, its[(round + 100) % its.length] as Task, round), 100))
  const smallSave = await one(small, await tasksOf(load, person, small))
  const largeSave = await one(large, tasks)
  figures.atMost("Save a task, 1 connection", "ms", smallSave, [3, 8])
  figures.atMost("Save a task, 1 connection, 5,000 on the board", "ms", largeSave, [3, 8])

  const before = await readProcess(product)
  const saves = await flatOut(CONNECTIONS, span, (worker, round) =>
    save(large, tasks[worker * 300 + (round % 300)] as Task, `${worker} ${round}`),
  )
  const used = (await readProcess(product)).cpuMs - before.cpuMs
  figures.atLeast("Save a task, 16 connections", "per s", saves.perSecond, 750)
  figures.atMost("… server CPU for each", "ms", used / saves.done, 1.2)

  const smallMove = percentiles(
    await timed(rounds / 2, mover(load, person, small, await tasksOf(load, person, small), 0), 20),
  )
  const largeMove = percentiles(
    await timed(rounds / 2, mover(load, person, large, await tasksOf(load, person, large), 0), 20),
  )
  figures.atMost("Move a task, 5,000 on the board", "ms", largeMove, [4, null])
  const now = await tasksOf(load, person, large)
  const movers = Array.from({ length: CONNECTIONS }, (_, lane) => mover(load, person, large, now, lane))
  const moves = await flatOut(CONNECTIONS, span, (worker, round) => movers[worker]?.(round) ?? Promise.resolve())
  figures.atLeast("Move a task, 5,000 on the board, 16 connections", "per s", moves.perSecond, 600)

  figures.atMost("Growth from 100 to 5,000 tasks: save", "×", largeSave[0] / smallSave[0], 1.5)
  figures.atMost("Growth from 100 to 5,000 tasks: move", "×", largeMove[0] / smallMove[0], 1.5)
  load.close()
}

const tasksOf = async (load: Load, { cookie }: BenchPerson, { planId }: BenchBoard): Promise<Task[]> => {
  const { bytes } = await load.send({ method: "GET", path: `/api/Task/plan/${planId}`, cookie })
  return JSON.parse(bytes.toString())
}

/**
 * Drags within one lane: moves the last task of To Do or Doing to another place of the other each time, with the
 * board's own calls.
 */
const mover = (load: Load, { cookie }: BenchPerson, { planId, items }: BenchBoard, tasks: Task[], lane: number) => {
  const itemId = items[lane] as number
  const columns = ([0, 1] as const).map((type) =>
    tasks.filter((task) => task.itemId === itemId && task.type === type).sort((a, b) => a.order - b.order),
  ) as [Task[], Task[]]
  return async (round: number) => {
    const to = (Math.abs(round) % 2) as TaskType & (0 | 1)
    const [from, target] = [columns[to === 0 ? 1 : 0], columns[to]]
    const task = from.pop() as Task
    const index = (Math.abs(round) * 7) % target.length
    let moved = { ...task, type: to }
    for (const { input } of moveTask({ planId, task, to: { itemId, type: to }, column: target, index })) {
      await load.send({
        method: "PUT",
        path: `/api/Task/UpdateOrders?planId=${planId}`,
        cookie,
        headers: headers(),
        body: input.orders,
      })
      moved = { ...moved, order: input.orders[0]?.order ?? task.order }
    }
    target.splice(index, 0, moved)
  }
}
