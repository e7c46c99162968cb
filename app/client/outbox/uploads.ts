import { type FileEntry, type FileOwner, fileBytes } from "~/contract/file"
import { type Observable, observable } from "../observable"
import { openSender, type Sender } from "./sender"

/** A file to upload. */
export type Upload = {
  key: number
  file: File
  owner: Partial<FileOwner>
  state: "waiting" | "uploading" | "failed"
  /** The share already sent, 0 to 1. */
  part: number
  /** Why the last attempt failed, as thrown; `size` when the file is too large. */
  why?: unknown
}

export type SendFile = (
  upload: Pick<Upload, "file" | "owner">,
  options: { idempotencyKey: string; signal: AbortSignal; onProgress(part: number): void },
) => Promise<FileEntry>

export type Uploads = Observable<readonly Upload[]> & {
  /** Sends the files, at most `atOnce` at a time. Resolves after an attempt for each, with the uploaded ones. */
  add(files: Iterable<File>, owner: Partial<FileOwner>): Promise<FileEntry[]>
  /** Removes it from the list; the server discards the received part. */
  cancel(key: number): void
  /** Retries a failed one at once. */
  retry(key: number): void
}

/** One file and its owner. A repeat after a failure stores nothing twice. */
export type Delivery = {
  /** Throws the call's errors. */
  send(onProgress: (part: number) => void): Promise<FileEntry>
  /** The server discards the received part. */
  stop(): void
}

export const deliver = (sendFile: SendFile, file: File, owner: Partial<FileOwner>): Delivery => {
  const idempotencyKey = crypto.randomUUID()
  const stop = new AbortController()
  return {
    send: (onProgress) => sendFile({ file, owner }, { idempotencyKey, signal: stop.signal, onProgress }),
    stop: () => stop.abort(),
  }
}

const atOnce = 2
let keys = 0

/** The uploads of a plan. They continue after the list that started them closes. */
export const createUploads = (sendFile: SendFile): Uploads => {
  const list = observable<readonly Upload[]>([])
  const senders = new Map<number, { sender: Sender; stop(): void }>()
  const running = new Set<number>()
  const refused = new Set<number>()
  const tried = new Map<number, (entry: FileEntry | undefined) => void>()

  const alter = (key: number, change: Partial<Upload>) =>
    list.set(list.get().map((each) => (each.key === key ? { ...each, ...change } : each)))

  const settle = (key: number, entry?: FileEntry) => {
    tried.get(key)?.(entry)
    tried.delete(key)
  }
  const fail = (key: number, why: unknown) => {
    alter(key, { state: "failed", why })
    settle(key)
  }
  const drop = (key: number) => {
    list.set(list.get().filter((each) => each.key !== key))
    senders.get(key)?.sender.close()
    senders.delete(key)
  }

  const open = ({ key, file, owner }: Upload) => {
    const { send, stop } = deliver(sendFile, file, owner)
    const sender = openSender<number, FileEntry>({
      next: () => {
        if (!senders.has(key) || refused.has(key)) return undefined
        if (running.size < atOnce) return key
        alter(key, { state: "waiting" })
        return undefined
      },
      send: async () => {
        running.add(key)
        alter(key, { state: "uploading", part: 0, why: undefined })
        try {
          return await send((part) => alter(key, { part }))
        } finally {
          running.delete(key)
          startNext()
        }
      },
      settled: (_, entry) => {
        drop(key)
        settle(key, entry)
      },
      refused: (_, why) => {
        refused.add(key)
        fail(key, why)
      },
      postponed: (_, why) => fail(key, why),
    })
    senders.set(key, { sender, stop })
  }

  const startNext = () => {
    for (const { key, state } of list.get()) {
      if (running.size >= atOnce) return
      if (state === "waiting") void senders.get(key)?.sender.run()
    }
  }

  return {
    get: list.get,
    subscribe: list.subscribe,
    add: async (files, owner) => {
      const added = Array.from(files, (file): Upload => {
        const tooLarge = file.size > fileBytes
        return {
          key: ++keys,
          file,
          owner,
          state: tooLarge ? "failed" : "waiting",
          part: 0,
          ...(tooLarge && { why: "size" }),
        }
      })
      const sendable = added.filter(({ state }) => state === "waiting")
      const results = sendable.map(({ key }) => new Promise<FileEntry | undefined>((done) => tried.set(key, done)))
      list.set([...list.get(), ...added])
      sendable.forEach(open)
      startNext()
      return (await Promise.all(results)).filter((entry) => entry !== undefined)
    },
    cancel: (key) => {
      senders.get(key)?.stop()
      drop(key)
      settle(key)
    },
    retry: (key) => {
      refused.delete(key)
      void senders.get(key)?.sender.retry()
    },
  }
}
