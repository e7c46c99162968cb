import type { Product } from "../support/product/product.ts"
import type { Figures } from "./figures.ts"
import type { BenchBoard, BenchPerson } from "./seed.ts"

/** What each part measures, and with what. */
export type Bench = {
  quick: boolean
  figures: Figures
  product: Product
  /** by number of tasks; the first two people are their members */
  boards: Map<number, BenchBoard>
  people: BenchPerson[]
  /** a board of 5,000 tasks whose members are everybody */
  crowded: BenchBoard
  chromium: string | null
  lighthouse: string | undefined
  deno: string | undefined
}
