import type { IDBPDatabase } from "idb"
import { restoreTexts, type TypedTexts, tabNotes, tabTexts } from "../memory/typed"
import { announceStored, type Schema, stored } from "./browser-database"
import type { OutboxEntry } from "./outbox-entry"
import { ageOf } from "./outbox-entry"
import { draftRef } from "./stored-drafts"
import type { Sealed, Shared, StoredChat, StoredDraft, StoredDrafts, StoredUpload } from "./stored-rows"

type Database = IDBPDatabase<Schema>

const aes = "AES-GCM"
const subtle = () => globalThis.crypto?.subtle as SubtleCrypto | undefined

/** `key`: 64 hex characters. */
const importKey = (key: string) => {
  const bytes = Uint8Array.from(key.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return subtle()?.importKey("raw", bytes, aes, false, ["encrypt", "decrypt"])
}

const encrypt = async (key: CryptoKey, plain: BufferSource) => {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, data: await crypto.subtle.encrypt({ name: aes, iv }, key, plain) }
}
const encryptJson = (key: CryptoKey, value: unknown) => encrypt(key, new TextEncoder().encode(JSON.stringify(value)))

const decrypt = (key: CryptoKey, { iv, data }: Pick<Sealed, "iv" | "data">) =>
  crypto.subtle.decrypt({ name: aes, iv }, key, data)
const decryptJson = async (key: CryptoKey, sealed: Pick<Sealed, "iv" | "data">): Promise<unknown> =>
  JSON.parse(new TextDecoder().decode(await decrypt(key, sealed)))

type SealedShared = Omit<Shared, "files"> & { files: { name: string; type: string; size: number }[] }

const withFiles = ({ files, ...shared }: SealedShared, content: ArrayBuffer): Shared => {
  let at = 0
  const next = (size: number) => {
    at += size
    return content.slice(at - size, at)
  }
  return {
    ...shared,
    files: files.map(({ name, type, size }) => ({ name, type, blob: new Blob([next(size)], { type }) })),
  }
}

const others = <Entry extends { userId: number }>(all: readonly Entry[], userId: number | null) =>
  all.filter((each) => each.userId !== userId)

/**
 * Seals what everybody but `userId` left; null: what anybody left. What has no key, or waits outside a secure context,
 * cannot be sealed: it is deleted when somebody else has signed in, and stays otherwise, half typed texts aside.
 */
const seal = async (db: Database, userId: number | null) => {
  const keys = new Map<number, CryptoKey | undefined>()
  for (const { userId: other, key } of others(await db.getAll("keys"), userId)) keys.set(other, await importKey(key))
  const put = (ref: string, userId: number, sealed: Omit<Sealed, "ref" | "userId" | "at">) =>
    db.put("sealed", { ref, userId, at: Date.now(), ...sealed })

  const notes = others(tabNotes(), userId)
  for (const { clear, ...row } of notes)
    if (keys.get(row.userId))
      await db.put("drafts", { ref: draftRef(row), ...row, drafts: row.drafts as readonly StoredDraft[] })
  for (const store of ["outbox", "drafts", "conversations"] as const)
    for (const row of others<OutboxEntry | StoredDrafts | StoredChat>(await db.getAll(store), userId)) {
      const key = keys.get(row.userId)
      if (key) await put(row.ref, row.userId, { store, ...(await encryptJson(key, row)) })
      // A conversation is not worth being left readable.
      if (key || userId !== null || store === "conversations") await db.delete(store, row.ref)
    }
  for (const each of notes) if (keys.get(each.userId) || userId !== null) each.clear()
  const typed = tabTexts()
  if (typed && typed.userId !== userId) {
    const key = keys.get(typed.userId)
    if (key) await put(crypto.randomUUID(), typed.userId, { store: "typed", ...(await encryptJson(key, typed.texts)) })
    // Also without a key: a half-typed text is deleted rather than stored in the clear.
    typed.clear()
  }
  for (const { blob, ...upload } of others(await db.getAll("uploads"), userId)) {
    const key = keys.get(upload.userId)
    if (key) {
      const content = await encrypt(key, await blob.arrayBuffer())
      await put(upload.ref, upload.userId, { store: "uploads", ...(await encryptJson(key, upload)), content })
    }
    if (key || userId !== null) await db.delete("uploads", upload.ref)
  }
  for (const { files, ...shared } of await db.getAll("shared")) {
    const { id, userId: owner } = shared
    if (owner === undefined || owner === userId) continue
    const key = keys.get(owner)
    if (key) {
      const named: SealedShared = {
        ...shared,
        files: files.map(({ name, type, blob }) => ({ name, type, size: blob.size })),
      }
      const content = await encrypt(key, await new Blob(files.map(({ blob }) => blob)).arrayBuffer())
      await put(id, owner, { store: "shared", ...(await encryptJson(key, named)), content })
    }
    if (key || userId !== null) await db.delete("shared", id)
  }
  // Last: a page that closes in between leaves the rest to the next one.
  for (const other of keys.keys()) await db.delete("keys", other)
}

const deleteOld = async (db: Database) => {
  for (const row of await db.getAll("sealed")) {
    const age = ageOf(row.at, row)
    if (age === "delete") await db.delete("sealed", row.ref)
    else if (age !== "keep") await db.put("sealed", { ...row, ...age })
  }
}

/** Returns whether something was opened. */
const unseal = async (db: Database, userId: number, keys: readonly string[]) => {
  const all = await db.getAllFromIndex("sealed", "user", userId)
  if (all.length === 0) return false
  let isOpened = false
  const imported = (await Promise.all(keys.map(importKey))).filter((key) => key !== undefined)
  for (const sealed of all) {
    for (const key of imported) {
      const opened = await decryptJson(key, sealed).catch(() => undefined)
      if (opened === undefined) continue
      if (sealed.store === "outbox") await db.put("outbox", opened as OutboxEntry)
      else if (sealed.store === "drafts") await db.put("drafts", opened as StoredDrafts)
      else if (sealed.store === "conversations") await db.put("conversations", opened as StoredChat)
      else if (sealed.store === "typed") restoreTexts(opened as TypedTexts)
      else if (sealed.content) {
        const content = await decrypt(key, sealed.content)
        if (sealed.store === "shared") await db.put("shared", withFiles(opened as SealedShared, content))
        else {
          const { type } = opened as StoredUpload
          await db.put("uploads", { ...(opened as StoredUpload), blob: new Blob([content], { type }) })
        }
      }
      await db.delete("sealed", sealed.ref)
      isOpened = true
      break
    }
  }
  return isOpened
}

/** Seals what others left unsent and their conversations, and opens what this person did. `keys`: this person's, the newest first. */
export const handOver = (userId: number, keys: readonly string[]) =>
  stored(async (db) => {
    await seal(db, userId)
    // A server-rendered page may have read its entries before this.
    if (await unseal(db, userId, keys)) announceStored()
    await deleteOld(db)
  }, undefined)

/** Nobody is signed in: seals what was left unsent. */
export const sealAll = () =>
  stored(async (db) => {
    await seal(db, null)
    await deleteOld(db)
  }, undefined)
