// File contents in Supabase Storage or the embedded one. Keys are ASCII and never hold user input.
import { StorageClient } from "@supabase/storage-js"
import { refusal } from "~/contract/problem"

export type StorageOptions = {
  /** As browsers reach it. */
  url: string
  /** The same, from this server; `url` by default. */
  internalUrl?: string
  serviceRoleKey: string
  /** Reaches the embedded storage without the network. */
  fetch?: typeof fetch
  /** Hears why a call was not answered. */
  warn?: (message: string, fields: Record<string, unknown>) => void
}

type Body = ReadableStream<Uint8Array> | Uint8Array
/** Both ends included. */
export type ByteRange = { start: number; end: number }

const bucket = "plan-files"
let client: StorageClient | undefined
let ready: Promise<void> | undefined
let warn: StorageOptions["warn"]
let outward = (signed: string) => signed
/** Storage refuses more in one call. */
const mostRemoved = 500

export const openStorage = ({ url, internalUrl = url, serviceRoleKey, fetch, ...options }: StorageOptions) => {
  // Secret keys are no tokens: Supabase's gateway puts one in their place.
  const headers: Record<string, string> = { apikey: serviceRoleKey }
  if (!serviceRoleKey.startsWith("sb_")) headers.authorization = `Bearer ${serviceRoleKey}`
  client = new StorageClient(`${internalUrl}/storage/v1`, headers, fetch)
  outward = (signed) => url + signed.slice(internalUrl.length)
  ready = undefined
  warn = options.warn
}

const storage = () => {
  if (!client) throw new Error("storage is not open")
  return client
}

type Fault = { statusCode?: unknown; status?: unknown; message?: unknown; originalError?: unknown }

/** Storage answers 400 with the status in the body. */
const statusOf = ({ statusCode, status }: Fault) => String(statusCode ?? status ?? "")

const unreachable = (during: string, fault: Fault) => {
  const { message, originalError } = fault
  warn?.("storage has failed a call", { during, status: statusOf(fault), reason: message, error: originalError })
  return refusal(503, "Files can’t be reached right now. Please try again in a moment.", { retryAfter: 2 })
}

const isCode = (error: unknown, code: string) =>
  String((error as { statusCode?: unknown } | null)?.statusCode ?? "") === code

/** What keeps the bucket from being used, if anything does. */
const bucketFault = async (): Promise<Fault | null> => {
  const { error } = await storage().getBucket(bucket)
  if (!error) return null
  if (!isCode(error, "404")) return error
  const made = await storage().createBucket(bucket, { public: false })
  return made.error && !isCode(made.error, "409") ? made.error : null
}

const makeBucket = async () => {
  const fault = await bucketFault()
  if (fault) throw unreachable("bucket", fault)
}

/** Asks for the bucket with the key; throws with the answered status as `code`. */
export const checkStorage = async () => {
  const fault = await bucketFault()
  if (!fault) return
  const code = statusOf(fault) || undefined
  throw Object.assign(new Error(String(fault.message)), { code, cause: fault.originalError })
}

/** Stores the body under a new key; nothing is stored if the body breaks off. */
export const putObject = async (key: string, body: Body, contentType: string) => {
  ready ??= makeBucket().catch((error: unknown) => {
    ready = undefined
    throw error
  })
  await ready
  const { error } = await storage().from(bucket).upload(key, body, { contentType, upsert: false, cacheControl: "0" })
  if (error) throw unreachable("upload", error)
}

/** Copies an object to a new key within storage; false when there is none. */
export const copyObject = async (from: string, to: string): Promise<boolean> => {
  const { error } = await storage().from(bucket).copy(from, to)
  if (error && !isCode(error, "404")) throw unreachable("copy", error)
  return !error
}

/** The object, or a range of it; undefined when the key has none. */
export const objectStream = async (key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined> => {
  const files = storage().from(bucket)
  if (range) files.setHeader("range", `bytes=${range.start}-${range.end}`)
  const { data, error } = await files.download(key).asStream()
  if (data) return data as ReadableStream<Uint8Array>
  if (isCode(error, "404")) return undefined
  throw unreachable("download", error)
}

/** An address for downloading the object under that file name, valid for `seconds` and without signing in. */
export const signedUrl = async (key: string, seconds: number, name: string): Promise<string | undefined> => {
  const { data, error } = await storage().from(bucket).createSignedUrl(key, seconds)
  if (data) return `${outward(data.signedUrl)}&download=${encodeURIComponent(name)}`
  if (isCode(error, "404")) return undefined
  throw unreachable("sign", error)
}

/** Keys without an object are ignored. */
export const removeObjects = async (keys: string[]) => {
  for (let from = 0; from < keys.length; from += mostRemoved) {
    const { error } = await storage()
      .from(bucket)
      .remove(keys.slice(from, from + mostRemoved))
    if (error && !isCode(error, "404")) throw unreachable("remove", error)
  }
}

/** Bytes in storage that belong to no file yet. */
export type StoredBytes = { uniqueName: string; thumbnailName: string | null; mimeType: string }
export type Bytes = StoredBytes & { name: string; size: number }
