// findLighthouse(): the file of Lighthouse's command, from its npm package, installed when it is missing.
import path from "node:path"
import { fetchPackage } from "./fetched.mjs"

/** The last one that runs on Node 20. */
const version = "12.8.2"

export const findLighthouse = async () => {
  return path.join(await fetchPackage("lighthouse", version, "lighthouse"), "lighthouse/cli/index.js")
}
