import { type FileEntry, type FileOwner, fileBytes } from "~/contract/file"
import { type Observable, observable } from "../observable"

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
  upload: Pick<Upload, "file" | "owner">,
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

/** One file and where it goes: sent once more after a failure, it is not kept twice. */
export type Delivery = {
  /** Throws what the call throws. */
  send(onProgress: (part: number) => void): Promise<FileEntry>
  /** What is sent of it is thrown away by the server. */
  stop(): void
  isStopped(): boolean
}

export const deliver = (sendFile: SendFile, file: File, owner: Partial<FileOwner>): Delivery => {
  const idempotencyKey = crypto.randomUUID()
  const stop = new AbortController()
  return {
    send: (onProgress) => sendFile({ file, owner }, { idempotencyKey, signal: stop.signal, onProgress }),
    stop: () => stop.abort(),
    isStopped: () => stop.signal.aborted,
  }
}

const atOnce = 2
let keys = 0

/** The uploads of a plan. They go on when the list that started them closes. */
export const createUploads = (sendFile: SendFile): Uploads => {
  const list = observable<readonly Upload[]>([])
  const deliveries = new Map<number, Delivery>()
  const running = new Set<number>()
  const settled = new Map<number, (entry: FileEntry | undefined) => void>()

  const alter = (key: number, change: Partial<Upload>) =>
    list.set(list.get().map((each) => (each.key === key ? { ...each, ...change } : each)))
  const drop = (key: number) => {
    list.set(list.get().filter((each) => each.key !== key))
    deliveries.delete(key)
  }
  const settle = (key: number, entry?: FileEntry) => {
    settled.get(key)?.(entry)
    settled.delete(key)
  }

  const start = async ({ key, file, owner }: Upload) => {
    const delivery = deliveries.get(key) ?? deliver(sendFile, file, owner)
    deliveries.set(key, delivery)
    running.add(key)
    alter(key, { state: "uploading", part: 0, why: undefined })
    try {
      const entry = await delivery.send((part) => alter(key, { part }))
      drop(key)
      settle(key, entry)
    } catch (why) {
      if (!delivery.isStopped()) alter(key, { state: "failed", why })
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
      deliveries.get(key)?.stop()
      drop(key)
      settle(key)
    },
    retry: (key) => {
      alter(key, { state: "waiting", why: undefined })
      next()
    },
  }
}
