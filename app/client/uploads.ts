import { type FileEntry, type FileOwner, fileBytes } from "~/contract/file"
import { type Observable, observable } from "./observable"

/** A file on its way to a plan. */
export type Upload = {
  key: number
  file: File
  owner: Partial<FileOwner>
  state: "waiting" | "uploading" | "failed"
  /** How much of it is sent, 0 to 1. */
  part: number
  /** Why it failed, as thrown; `size` when it is too large to be sent. */
  why?: unknown
}

export type SendFile = (
  upload: Upload,
  options: { idempotencyKey: string; signal: AbortSignal; onProgress(part: number): void },
) => Promise<FileEntry>

export type Uploads = Observable<readonly Upload[]> & {
  /** Sends them, as many at once as `atOnce`. Answers each that arrived. */
  add(files: Iterable<File>, owner: Partial<FileOwner>): Promise<FileEntry[]>
  /** Takes it from the list; what is sent of it is thrown away by the server. */
  cancel(key: number): void
  /** Sends one that failed once more. The same key: if it did arrive, it is not kept twice. */
  retry(key: number): void
}

const atOnce = 2
let keys = 0

/** The uploads of a plan. They go on when the list that started them closes. */
export const createUploads = (sendFile: SendFile): Uploads => {
  const list = observable<readonly Upload[]>([])
  const running = new Map<number, AbortController>()
  const sentAs = new Map<number, string>()
  const settled = new Map<number, (entry: FileEntry | undefined) => void>()

  const alter = (key: number, change: Partial<Upload>) =>
    list.set(list.get().map((each) => (each.key === key ? { ...each, ...change } : each)))
  const drop = (key: number) => {
    list.set(list.get().filter((each) => each.key !== key))
    sentAs.delete(key)
  }
  const settle = (key: number, entry?: FileEntry) => {
    settled.get(key)?.(entry)
    settled.delete(key)
  }

  const start = async (upload: Upload) => {
    const { key } = upload
    const stop = new AbortController()
    const idempotencyKey = sentAs.get(key) ?? crypto.randomUUID()
    sentAs.set(key, idempotencyKey)
    running.set(key, stop)
    alter(key, { state: "uploading", part: 0, why: undefined })
    try {
      const entry = await sendFile(upload, {
        idempotencyKey,
        signal: stop.signal,
        onProgress: (part) => alter(key, { part }),
      })
      drop(key)
      settle(key, entry)
    } catch (why) {
      if (!stop.signal.aborted) alter(key, { state: "failed", why })
      settle(key)
    } finally {
      running.delete(key)
      next()
    }
  }

  const next = () => {
    for (const upload of list.get()) {
      if (running.size >= atOnce) return
      if (upload.state === "waiting") void start(upload)
    }
  }

  return {
    get: list.get,
    subscribe: list.subscribe,
    add: async (files, owner) => {
      const added = Array.from(files, (file): Upload => {
        const refused = file.size > fileBytes
        return {
          key: ++keys,
          file,
          owner,
          state: refused ? "failed" : "waiting",
          part: 0,
          ...(refused && { why: "size" }),
        }
      })
      const arrivals = added
        .filter(({ state }) => state === "waiting")
        .map(({ key }) => new Promise<FileEntry | undefined>((arrived) => settled.set(key, arrived)))
      list.set([...list.get(), ...added])
      next()
      return (await Promise.all(arrivals)).filter((entry) => entry !== undefined)
    },
    cancel: (key) => {
      running.get(key)?.abort()
      drop(key)
      settle(key)
    },
    retry: (key) => {
      alter(key, { state: "waiting", why: undefined })
      next()
    },
  }
}
