// measureCalls(bench): a call that reads nothing, which measures HTTP, the session and the access check only.

import type { Bench } from "./bench.ts"
import { openLoad, percentiles, timed } from "./load.ts"
import type { BenchPerson } from "./seed.ts"

const nothing = "/api/Search/entity-types"

export const measureCalls = async ({ quick, figures, product, people }: Bench) => {
  const { cookie } = people[0] as BenchPerson
  const load = openLoad(product.url, 1)
  const rounds = quick ? 400 : 2_000
  const ask = (by: string, ...status: number[]) =>
    timed(rounds, () => load.send({ method: "GET", path: nothing, cookie: by }, ...status), 200)
  // Alternately, since other load on the machine varies more than what is measured.
  const known = percentiles([...(await ask(cookie)), ...(await ask(cookie))])
  const unknown = percentiles([...(await ask("", 401)), ...(await ask("", 401))])
  figures.atMost("A call that reads nothing", "ms", known)
  figures.atMost("… of it to identify and authorise, p50", "ms", Math.max(0, known[0] - unknown[0]), 1)
  load.close()
}
