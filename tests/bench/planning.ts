// measurePlanning(bench): what labels, repeating and waiting tasks cost a board of 5,000 tasks.
import { listsInColumns } from "~/contract/shared/board-form"
import type { Bench } from "./bench.ts"
import { openLoad, percentiles, timed } from "./load.ts"
import { type BenchPerson, openSeed } from "./seed.ts"

const TASKS = 5_000

export const measurePlanning = async ({ quick, figures, product, people }: Bench) => {
  const me = people[0] as BenchPerson
  const seed = await openSeed(product)
  // Calls of the parts before have changed the other boards.
  const bare = await seed.board(people.slice(0, 2), TASKS)
  const planned = await seed.board(people.slice(0, 2), TASKS)
  await seed.plan(planned)
  await seed.settle()
  await seed.close()
  const load = openLoad(product.url, 1)
  const rounds = quick ? 12 : 40
  // As the app asks for it.
  const headers = { "accept-encoding": "gzip", accept: listsInColumns }
  const board = (planId: number) =>
    load.send({ method: "GET", path: `/api/Plan/${planId}/board`, cookie: me.cookie, headers }, 200)
  const plain = await board(bare.planId)
  const full = await board(planned.planId)
  const name = `Board with labels, repeating and waiting tasks, ${TASKS.toLocaleString("en")} tasks`
  figures.atMost(`${name}: gzipped, of one without`, "×", full.bytes.length / plain.bytes.length, 1.1)
  figures.atMost(`${name}, asked again`, "ms", percentiles(await timed(rounds, () => board(planned.planId))), [
    40,
    null,
  ])
  const fresh: number[] = []
  for (let round = 0; round < rounds; round++) {
    const goal = await load.send({
      method: "POST",
      path: `/api/Goal?planId=${planned.planId}`,
      cookie: me.cookie,
      body: { name: "Another" },
    })
    fresh.push(...(await timed(1, () => board(planned.planId))))
    const { id } = JSON.parse(goal.bytes.toString())
    await load.send({ method: "DELETE", path: `/api/Goal/${id}?planId=${planned.planId}`, cookie: me.cookie })
  }
  figures.atMost(`${name}, after a change`, "ms", percentiles(fresh), [40, null])
  load.close()
}
