import { type FileEntry, type FileOwner, fileBytes } from "~/contract/file"
import { isRefusal, type Problem } from "~/contract/problem"
import { type Observable, observable } from "../observable"
import { openSender, type Sender } from "./sender"

/** A file to upload. */
export type Upload = {
  key: number
  /** The idempotency key. */
  ref: string
  file: File
  owner: Partial<FileOwner>
  state: "waiting" | "uploading" | "failed"
  /** The share already sent, 0 to 1. */
  part: number
  /** Why the last attempt failed, as thrown; `size` when the file is too large. */
  why?: unknown
  /** The server refused it for good. */
  refused?: true
  /** Milliseconds. */
  at: number
  /** This device has no room for it, so it lasts only as long as the page. */
  unstored?: true
}

/** Whether it is sent by itself once it can be. */
export const willBeSent = ({ why, refused }: Upload) => !refused && why !== "size"

/** Stores files until they are sent. */
export type UploadStore = {
  /** Returns whether it is stored. */
  keep(upload: Upload, problem?: Problem): Promise<boolean>
  remove(ref: string): void
  /** Calls back with each file that a page left which is gone. */
  takeLeft(take: (left: Pick<Upload, "ref" | "file" | "owner" | "at" | "why" | "refused">) => void): Promise<void>
  /** Calls back when everything stored was lost. */
  whenLost(listener: () => void): void
  /** A file has to wait, for a connection or because the server is in trouble. */
  onPostponed?(ref: string, why: unknown): void
  /** An upload has an end: it was sent, refused or given up. */
  onEnded?(ref: string): void
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
  /** Takes over what closed pages have not sent. */
  takeLeft(): Promise<void>
}

/** One file and its owner. A repeat after a failure stores nothing twice. */
export type Delivery = {
  /** Throws the call's errors. */
  send(onProgress: (part: number) => void): Promise<FileEntry>
  /** The server discards the received part. */
  stop(): void
}

export const deliver = (
  sendFile: SendFile,
  file: File,
  owner: Partial<FileOwner>,
  idempotencyKey: string = crypto.randomUUID(),
): Delivery => {
  const stop = new AbortController()
  return {
    send: (onProgress) => sendFile({ file, owner }, { idempotencyKey, signal: stop.signal, onProgress }),
    stop: () => stop.abort(),
  }
}

const atOnce = 2
let keys = 0

/** The uploads of a plan. They continue after the list that started them closes, and the next page takes over what is stored. */
export const createUploads = (sendFile: SendFile, storage: UploadStore): Uploads => {
  const list = observable<readonly Upload[]>([])
  const senders = new Map<number, { sender: Sender; stop(): void }>()
  const running = new Set<number>()
  const tried = new Map<number, (entry: FileEntry | undefined) => void>()

  const find = (key: number) => list.get().find((each) => each.key === key)
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
    const dropped = find(key)
    if (dropped) storage.remove(dropped.ref)
    if (dropped) storage.onEnded?.(dropped.ref)
    list.set(list.get().filter((each) => each.key !== key))
    senders.get(key)?.sender.close()
    senders.delete(key)
  }

  const keep = async (key: number) => {
    const upload = find(key)
    if (!upload) return
    const stored = await storage.keep(upload, upload.refused && isRefusal(upload.why) ? upload.why.problem : undefined)
    // It may have been sent before it was stored.
    if (!find(key)) return storage.remove(upload.ref)
    if (!stored) alter(key, { unstored: true })
  }

  const open = ({ key, ref, file, owner }: Upload) => {
    const { send, stop } = deliver(sendFile, file, owner, ref)
    const sender = openSender<number, FileEntry>({
      next: () => {
        if (!senders.has(key) || find(key)?.refused) return undefined
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
        alter(key, { refused: true })
        fail(key, why)
        storage.onEnded?.(ref)
        void keep(key)
      },
      postponed: (_, why) => {
        fail(key, why)
        storage.onPostponed?.(ref, why)
      },
    })
    senders.set(key, { sender, stop })
  }

  const startNext = () => {
    for (const { key, state } of list.get()) {
      if (running.size >= atOnce) return
      if (state === "waiting") void senders.get(key)?.sender.run()
    }
  }

  storage.whenLost(() => {
    for (const upload of list.get()) if (upload.why !== "size") void keep(upload.key)
  })

  return {
    get: list.get,
    subscribe: list.subscribe,
    add: async (files, owner) => {
      const added = Array.from(files, (file): Upload => {
        const tooLarge = file.size > fileBytes
        return {
          key: ++keys,
          ref: crypto.randomUUID(),
          at: Date.now(),
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
      for (const { key } of sendable) void keep(key)
      return (await Promise.all(results)).filter((entry) => entry !== undefined)
    },
    cancel: (key) => {
      senders.get(key)?.stop()
      drop(key)
      settle(key)
    },
    retry: (key) => {
      alter(key, { refused: undefined })
      void senders.get(key)?.sender.retry()
    },
    takeLeft: () =>
      storage.takeLeft((left) => {
        if (list.get().some(({ ref }) => ref === left.ref)) return
        const upload: Upload = { ...left, key: ++keys, state: left.refused ? "failed" : "waiting", part: 0 }
        list.set([...list.get(), upload])
        open(upload)
        startNext()
      }),
  }
}
