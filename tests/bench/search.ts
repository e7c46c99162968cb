// measureSearch(bench): searching a plan of 10,000 tasks, 20,000 comments on them and 5,000 files.

import type { Bench } from "./bench.ts"
import { openLoad, percentiles, timed } from "./load.ts"
import { type BenchBoard, type BenchPerson, openSeed } from "./seed.ts"

/** Words in few rows and in many, prefixes, several words, a typo, and no match. */
const asked = [
  "9977",
  "harbour",
  "harb",
  "survey pilot",
  "777 quay",
  "anchor supply ticket",
  "repair budget plan check",
  "surevy",
  "nothing like it",
]

export const measureSearch = async ({ quick, figures, product, boards, people }: Bench) => {
  const { cookie } = people[0] as BenchPerson
  const board = boards.get(10_000) as BenchBoard
  const seed = await openSeed(product)
  await seed.talk(board, people.slice(0, 2), { comments: 20_000, files: 5_000 })
  await seed.settle()
  await seed.close()
  const load = openLoad(product.url, 1)
  const ask = (round: number) => {
    const words = encodeURIComponent(asked[Math.abs(round) % asked.length] as string)
    return load.send({ method: "GET", path: `/api/Search?planId=${board.planId}&q=${words}&limit=50`, cookie })
  }
  const times = await timed((quick ? 10 : 40) * asked.length, ask, asked.length)
  figures.atMost("Search in 10,000 tasks, 20,000 notes, 5,000 files", "ms", percentiles(times), [null, 60])
  load.close()
}
