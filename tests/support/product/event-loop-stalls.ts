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
 * In milliseconds that the event loop's thread worked. On a busy machine it also waits, for a processor or for a thread that waits
 * for one, such as the collector's: that says nothing about the product.
 */
export const longestStall = async (product: Pick<Product, "dataDir">) => {
  await pause(REPORTED_MS)
  const all = fs.readFileSync(path.join(product.dataDir, "stalls.log"), "utf8")
  const lines = all.slice(read.get(product) ?? 0).split("\n")
  read.set(product, all.length)
  return Math.max(0, ...lines.map(Number))
}
