// For `node --import`: starts the conformance suite on Node 20, which has no `globSync`. Only a command for its authors uses it.
import { register } from "node:module"
import { isMainThread } from "node:worker_threads"

if (isMainThread) register(import.meta.url)

export const load = async (url, context, next) => {
  const loaded = await next(url, context)
  if (!url.endsWith("/conformance/dist/index.js")) return loaded
  return { ...loaded, source: String(loaded.source).replace(/\bglobSync as [\w$]+,/, "") }
}
