// measureBoards(bench): reading a whole board: after a change, unchanged for the server, and unchanged for the client.

import type { Bench } from "./bench.ts"
import { openLoad, percentiles, timed } from "./load.ts"
import type { BenchPerson } from "./seed.ts"

export const measureBoards = async ({ quick, figures, product, boards, people }: Bench) => {
  const { cookie } = people[0] as BenchPerson
  const load = openLoad(product.url, 1)
  const rounds = quick ? 12 : 40
  for (const [tasks, { planId }] of boards) {
    const path = `/api/Plan/${planId}/board`
    const ask = (headers = {}) =>
      load.send({ method: "GET", path, cookie, headers: { "accept-encoding": "gzip", ...headers } }, 200, 304)
    const change = () =>
      load.send({ method: "POST", path: `/api/Goal?planId=${planId}`, cookie, body: { name: "Another" } })
    const isBudgeted = tasks === 5_000
    const name = `Whole board, ${tasks.toLocaleString("en")} tasks`

    const fresh: number[] = []
    for (let round = 0; round < rounds; round++) {
      const goal = JSON.parse((await change()).bytes.toString())
      fresh.push(...(await timed(1, () => ask())))
      await load.send({ method: "DELETE", path: `/api/Goal/${goal.id}?planId=${planId}`, cookie })
    }
    figures.atMost(`${name}, after a change`, "ms", percentiles(fresh), isBudgeted ? [40, null] : null)
    const answer = await ask()
    const again = percentiles(await timed(rounds, () => ask()))
    figures.atMost(`${name}, asked again`, "ms", again, isBudgeted ? [40, null] : null)
    const tag = { "if-none-match": answer.headers.etag ?? "" }
    if ((await ask(tag)).status !== 304) throw new Error("The board's ETag is not recognised.")
    figures.atMost(`${name}, 304`, "ms", percentiles(await timed(rounds, () => ask(tag))))
    figures.atMost(`${name}, gzipped`, "KB", answer.bytes.length / 1_000, isBudgeted ? 110 : null)
  }
  load.close()
}
