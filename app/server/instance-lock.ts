// lockDataDir(dataDir, instance): makes this process the only one on DATA_DIR until it releases the lock or ends.

import { randomBytes } from "node:crypto"
import fs from "node:fs"
import net from "node:net"
import path from "node:path"
import { codeOf } from "~/contract/problem"

export type Instance = { pid: number; url: string }

const NAME = "instance.sock"
/** Operating systems limit a socket's path to 104–108 bytes. */
const PATH_LIMIT = 100
const ASK_MS = 500

/**
 * The lock is a listening socket: the operating system closes it with its process, even after kill -9. A process id
 * would mean nothing in another container on the same directory. Throws when another process holds the lock.
 */
export const lockDataDir = async (dataDir: string, instance: Instance): Promise<() => Promise<void>> => {
  fs.mkdirSync(dataDir, { recursive: true })
  const place = shortPath(dataDir)
  const own = `.${randomBytes(6).toString("hex")}.sock`
  const close = await listen(place.at(own), JSON.stringify(instance))
  try {
    for (;;) {
      if (takeName(place.at(own), place.at(NAME))) break
      const holder = await ask(place.at(NAME))
      if (holder) throw alreadyRunning(dataDir, holder)
      await removeDead(place, dataDir)
    }
  } catch (error) {
    await close()
    place.close()
    throw error
  }
  return async () => {
    fs.rmSync(place.at(NAME), { force: true })
    await close()
    place.close()
  }
}

const alreadyRunning = (dataDir: string, { pid, url }: Partial<Instance>) => {
  const who = pid ? `process ${pid}, ${url}` : "another process"
  return new Error(
    `${dataDir} is in use: Laneway already runs on it (${who}). Use that one, stop it, or set another DATA_DIR and PORT.`,
  )
}

const shortPath = (dataDir: string) => {
  if (process.platform !== "linux" || Buffer.byteLength(path.join(dataDir, NAME)) + 20 <= PATH_LIMIT)
    return { at: (name: string) => path.join(dataDir, name), close: () => {} }
  const directory = fs.openSync(dataDir, "r")
  return { at: (name: string) => `/proc/self/fd/${directory}/${name}`, close: () => fs.closeSync(directory) }
}

/** Sends `text` to every client that connects. Call the returned function to stop. */
const listen = async (at: string, text: string): Promise<() => Promise<unknown>> => {
  if (process.versions.deno) return listenOnDeno(at, text)
  const server = net.createServer((socket) => socket.on("error", () => {}).end(text))
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(at, resolve)
  })
  server.unref()
  return () => new Promise((resolve) => server.close(resolve))
}

type DenoListener = AsyncIterable<{ write: (bytes: Uint8Array) => Promise<number>; close: () => void }> & {
  unref: () => void
  close: () => void
}
declare const Deno: { listen: (options: { transport: "unix"; path: string }) => DenoListener }

// Processes that Deno starts inherit a Unix socket of `node:net`: Postgres would keep the lock when this process is killed.
const listenOnDeno = async (at: string, text: string) => {
  const listener = Deno.listen({ transport: "unix", path: at })
  listener.unref()
  const serve = async () => {
    for await (const socket of listener) {
      await socket.write(new TextEncoder().encode(text)).catch(() => {})
      socket.close()
    }
  }
  serve().catch(() => {})
  return async () => listener.close()
}

/** Creating a link is atomic: of two processes only one gets the name. */
const takeName = (own: string, name: string) => {
  try {
    fs.linkSync(own, name)
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false
    throw error
  }
  fs.rmSync(own)
  return true
}

/** The instance that listens at `at`; null when none does. */
const ask = (at: string) =>
  new Promise<Partial<Instance> | null>((resolve) => {
    let answer = ""
    const socket = net.connect(at)
    socket.setTimeout(ASK_MS, () => socket.destroy())
    socket.on("data", (chunk) => {
      answer += chunk
    })
    socket.on("error", () => resolve(null))
    // A process too busy to answer still holds the lock.
    socket.on("close", () => resolve(parse(answer)))
  })

const parse = (answer: string): Partial<Instance> => {
  try {
    return JSON.parse(answer)
  } catch {
    return {}
  }
}

// Moved aside before it is removed, and put back if a live process has taken the name since.
const removeDead = async (place: { at: (name: string) => string }, dataDir: string) => {
  const aside = place.at(`.${randomBytes(6).toString("hex")}.old`)
  try {
    fs.renameSync(place.at(NAME), aside)
  } catch (error) {
    if (codeOf(error) === "ENOENT") return
    throw error
  }
  const holder = await ask(aside)
  if (holder) takeName(aside, place.at(NAME))
  else fs.rmSync(aside, { force: true })
  if (holder) throw alreadyRunning(dataDir, holder)
}
