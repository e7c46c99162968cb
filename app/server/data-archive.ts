// writeArchive, readArchive: named files as one sealed tar file, a stream at a time.
import { createWriteStream } from "node:fs"
import fs from "node:fs/promises"
import path from "node:path"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import tar from "tar-stream"
import type { Backup } from "../../supabase/embedded/cluster-backup"
import { openSealed, sealed } from "./backup-seal"

const CHUNK_BYTES = 256 * 1024
const FIRST = "laneway-backup.json"
const FORMAT = 1

type Seal = { key: string; keep: () => Promise<void> }

/** `file` is complete or as it was before. Only its owner may read it: secrets are in it. */
export const writeArchive = async (
  file: string,
  seal: Seal,
  fill: (backup: Backup) => Promise<void>,
): Promise<void> => {
  const partial = `${file}.${process.pid}.partial`
  const pack = tar.pack()
  const broken = new AbortController()
  const writing = pipeline(
    pack,
    createGzip({ level: 1 }),
    sealed(seal.key),
    createWriteStream(partial, { mode: 0o600, flags: "wx", flush: true }),
  )
  writing.catch((error) => broken.abort(error))
  const interrupt = () => pack.destroy(new Error("The backup was interrupted, and no file was written."))
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, interrupt)
  const backup: Backup = {
    directory: async (name) => {
      pack.entry({ name, type: "directory", mode: 0o700 }, () => {})
    },
    text: async (name, text) => {
      pack.entry({ name, mode: 0o600 }, text, () => {})
    },
    file: async (name, source) => {
      const handle = await fs.open(source).catch(unlessMissing)
      if (!handle) return
      try {
        const { size } = await handle.stat()
        const entry = pack.entry({ name, size, mode: 0o600 }, () => {})
        await pipeline(chunks(handle, size), entry, { signal: broken.signal })
      } finally {
        await handle.close()
      }
    },
  }
  try {
    await backup.text(FIRST, JSON.stringify({ format: FORMAT, createdAt: new Date().toISOString() }))
    await fill(backup)
    pack.finalize()
    await writing
    await seal.keep()
    await fs.rename(partial, file)
  } catch (error) {
    pack.destroy()
    await writing.catch(() => {})
    await fs.rm(partial, { force: true })
    throw broken.signal.aborted ? broken.signal.reason : error
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.removeListener(signal, interrupt)
  }
}

/** Exactly `size` bytes, though the file grows or shrinks while it is read: Postgres' log restores what it then needs. */
const chunks = async function* (handle: fs.FileHandle, size: number) {
  for (let at = 0; at < size; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - at))
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, at)
    const part = bytesRead > 0 ? chunk.subarray(0, bytesRead) : chunk
    at += part.length
    yield part
  }
}

type Reading = {
  /** The keys that may have sealed it; null: it is trusted as it is. */
  keys: readonly string[] | null
  /** Whether to take the entry at this path below `directory`. */
  takes: (name: string) => boolean
}

/** Writes the archive's files into `directory`. Throws when it is not one of ours, not as it was sealed, or not whole. */
export const readArchive = async (file: string, directory: string, { keys, takes }: Reading): Promise<void> => {
  const handle = await fs.open(file)
  try {
    const extract = tar.extract()
    const reading = pipeline(await openSealed(handle, keys), createGunzip(), extract)
    reading.catch(() => {})
    let first = true
    for await (const entry of extract) {
      const { name, type } = entry.header
      if (first) checkFirst(name, await textOf(entry))
      else {
        const target = targetOf(directory, name)
        if (takes(path.relative(directory, target).replaceAll(path.sep, "/"))) await restore(entry, type, target)
        else for await (const _ of entry);
      }
      first = false
    }
    await reading
    if (first) throw new Error("it is empty")
  } finally {
    await handle.close()
  }
}

const restore = async (entry: AsyncIterable<unknown>, type: unknown, target: string) => {
  await fs.mkdir(type === "directory" ? target : path.dirname(target), { recursive: true, mode: 0o700 })
  if (type === "directory") for await (const _ of entry);
  else if (type === "file")
    await pipeline(entry as AsyncIterable<Buffer>, createWriteStream(target, { mode: 0o600, flags: "wx", flush: true }))
  else throw new Error(`it has an entry of type ${String(type)}`)
}

const targetOf = (directory: string, name: string) => {
  const target = path.resolve(directory, name)
  if (!target.startsWith(directory + path.sep)) throw new Error(`it names a file outside: ${name}`)
  return target
}

const checkFirst = (name: string, text: string) => {
  if (name !== FIRST) throw new Error("it was not made by `npm run backup`")
  const { format } = JSON.parse(text)
  if (format !== FORMAT) throw new Error(`it has format ${format}, and this version reads format ${FORMAT}`)
}

const textOf = async (entry: AsyncIterable<unknown>) => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of entry as AsyncIterable<Buffer>) {
    size += part.length
    if (size > CHUNK_BYTES) throw new Error("it was not made by `npm run backup`")
    parts.push(part)
  }
  return Buffer.concat(parts).toString("utf8")
}

const unlessMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === "ENOENT") return null
  throw error
}
