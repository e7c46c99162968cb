// Files' bytes, in Supabase Storage or what stands in for it. Keys are made by the product: ASCII, without anything a person wrote.
import { StorageClient } from "@supabase/storage-js"
import { refusal } from "~/contract/problem"

export type StorageOptions = {
  url: string
  serviceRoleKey: string
  /** Another way to the same calls than the network. */
  fetch?: typeof fetch
}

type Body = ReadableStream<Uint8Array> | Uint8Array
/** Both ends included. */
export type ByteRange = { start: number; end: number }

const bucket = "plan-files"
let client: StorageClient | undefined
let ready: Promise<void> | undefined

export const openStorage = ({ url, serviceRoleKey, fetch }: StorageOptions) => {
  const headers = { authorization: `Bearer ${serviceRoleKey}`, apikey: serviceRoleKey }
  client = new StorageClient(`${url}/storage/v1`, headers, fetch)
  ready = undefined
}

const storage = () => {
  if (!client) throw new Error("storage is not open")
  return client
}

const away = () => refusal(503, "Files can't be reached right now. Please try again in a moment.", { retryAfter: 2 })

const isCode = (error: { statusCode?: unknown } | null, code: string) => String(error?.statusCode ?? "") === code

const makeBucket = async () => {
  const { error } = await storage().getBucket(bucket)
  if (!error) return
  const made = await storage().createBucket(bucket, { public: false })
  if (made.error && !isCode(made.error as { statusCode?: unknown }, "409")) throw away()
}

/** Keeps the bytes under a new key. When the body breaks off nothing is kept. */
export const putObject = async (key: string, body: Body, contentType: string) => {
  ready ??= makeBucket().catch((error: unknown) => {
    ready = undefined
    throw error
  })
  await ready
  const { error } = await storage().from(bucket).upload(key, body, { contentType, upsert: false, cacheControl: "0" })
  if (error) throw away()
}

/** The bytes, or those of the range; undefined when there are none under the key. */
export const objectStream = async (key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined> => {
  const files = storage().from(bucket)
  if (range) files.setHeader("range", `bytes=${range.start}-${range.end}`)
  const { data, error } = await files.download(key).asStream()
  if (data) return data as ReadableStream<Uint8Array>
  if (isCode(error as { statusCode?: unknown }, "404")) return undefined
  throw away()
}

/** An address that hands out the bytes as a file of the name, to whoever has it, for some seconds. */
export const signedUrl = async (key: string, seconds: number, name: string): Promise<string | undefined> => {
  const { data, error } = await storage().from(bucket).createSignedUrl(key, seconds)
  if (data) return `${data.signedUrl}&download=${encodeURIComponent(name)}`
  if (isCode(error as { statusCode?: unknown }, "404")) return undefined
  throw away()
}

/** Removes what there is of these keys. */
export const removeObjects = async (keys: string[]) => {
  if (keys.length === 0) return
  const { error } = await storage().from(bucket).remove(keys)
  if (error && !isCode(error as { statusCode?: unknown }, "404")) throw away()
}
