// stallProbe: options of Node with which the product reports its stalls. longestStall(product): the longest one since the previous call.
import fs from "node:fs"
import path from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import type { Product } from "./product.ts"

export const stallProbe = ["--import", path.join(import.meta.dirname, "stall-probe.mjs")]

const read = new WeakMap<object, number>()
/** A stall is reported when it is over, with the next tick. */
const REPORTED_MS = 50

/**
 * In milliseconds, without the time that the event loop's thread was ready to run and the machine gave its processors to others:
 * that says nothing about the product.
 */
export const longestStall = async (product: Pick<Product, "dataDir">) => {
  await pause(REPORTED_MS)
  const all = fs.readFileSync(path.join(product.dataDir, "stalls.log"), "utf8")
  const lines = all.slice(read.get(product) ?? 0).split("\n")
  read.set(product, all.length)
  return Math.max(
    0,
    ...lines.map((line) => {
      const [stall = 0, waited = 0] = line.split(" ").map(Number)
      return stall - waited
    }),
  )
}
