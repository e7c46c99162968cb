// createStorage(options): Supabase Storage's REST calls over a directory, for unmodified storage-js under
// /storage/v1. Objects are private: access takes the service key or an address signed with it.
import { createHmac, randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import fs from "node:fs/promises"
import path from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { isObject } from "./realtime-frames.ts"
import { createTokenReader, isForged } from "./realtime-token.ts"
import { type Found, type Meta, storedAnswer } from "./storage-answer.ts"

export type StorageOptions = {
  /** Contains a directory for each bucket; created when missing. */
  directory: string
  jwtSecret: string
}

export type EmbeddedStorage = {
  /** for requests under /storage/v1/; `onForged`: called for a key that was never valid here */
  handleRequest(request: Request, onForged?: () => void): Promise<Response>
  /** the same without a network, for storage-js in this process */
  fetch: typeof fetch
}

type Handler = (request: Request, bucket: string, key: string, url: URL) => Promise<Response>

const ROOT = "/storage/v1"
const SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$/

export const createStorage = async ({ directory, jwtSecret }: StorageOptions): Promise<EmbeddedStorage> => {
  const metaDirectory = path.join(directory, ".meta")
  const partialDirectory = path.join(directory, ".partial")
  // Uploads that a terminated process left incomplete.
  await fs.rm(partialDirectory, { recursive: true, force: true })
  await Promise.all([metaDirectory, partialDirectory].map((made) => fs.mkdir(made, { recursive: true, mode: 0o700 })))
  const readToken = createTokenReader(jwtSecret)
  const signature = createTokenReader(`storage ${jwtSecret}`)

  const dataFile = (bucket: string, key: string) => path.join(directory, bucket, key)
  const metaFile = (bucket: string, key: string) => path.join(metaDirectory, bucket, `${key}.json`)

  const find = async (bucket: string, key: string): Promise<Found | null> => {
    if (!isKey(key)) return null
    const file = dataFile(bucket, key)
    const [stat, meta] = await Promise.all([
      fs.stat(file).catch(() => null),
      fs.readFile(metaFile(bucket, key), "utf8").catch(() => null),
    ])
    if (!stat?.isFile() || meta === null) return null
    return { file, size: stat.size, modified: stat.mtime, meta: JSON.parse(meta) as Meta }
  }

  const hasBucket = async (bucket: string) =>
    (await fs.stat(dataFile(bucket, "")).catch(() => null))?.isDirectory() ?? false

  const upload: Handler = async (request, bucket, key) => {
    if (!isKey(key)) return refuse(400, "InvalidKey", `Invalid key: ${key}`)
    const replacing = request.method === "PUT" || request.headers.get("x-upsert") === "true"
    if (!replacing && (await find(bucket, key))) return refuse(409, "Duplicate", "The resource already exists")
    const sent = await bodyOf(request)
    if (!sent) return refuse(400, "invalid_body", "The request has no body")
    const partial = path.join(partialDirectory, randomUUID())
    try {
      await pipeline(sent.body, createWriteStream(partial, { mode: 0o600, flush: true }))
      const meta: Meta = { type: sent.type, etag: `"${randomUUID()}"`, createdAt: new Date().toISOString() }
      for (const target of [dataFile(bucket, key), metaFile(bucket, key)])
        await fs.mkdir(path.dirname(target), { recursive: true })
      await fs.writeFile(metaFile(bucket, key), JSON.stringify(meta))
      await fs.rename(partial, dataFile(bucket, key))
    } catch (error) {
      await fs.rm(partial, { force: true })
      const code = (error as NodeJS.ErrnoException).code
      if (code === "ENOSPC" || code === "EDQUOT") return refuse(507, "InsufficientStorage", "The disk is full")
      return refuse(400, "UploadFailed", "The upload broke off")
    }
    return Response.json({ Id: randomUUID(), Key: `${bucket}/${key}` })
  }

  const download: Handler = async (request, bucket, key, url) => {
    const found = await find(bucket, key)
    return found ? storedAnswer(request, found, url.searchParams.get("download")) : missing()
  }

  const info: Handler = async (_request, bucket, key) => {
    const found = await find(bucket, key)
    if (!found) return missing()
    const { size, modified, meta } = found
    return Response.json({
      id: meta.etag,
      name: key,
      version: meta.etag,
      bucket_id: bucket,
      size,
      content_type: meta.type,
      cache_control: "no-cache",
      etag: meta.etag,
      metadata: {},
      last_modified: modified.toISOString(),
      created_at: meta.createdAt,
    })
  }

  const sign = (bucket: string, key: string, expiresIn: number) => {
    const claims = { role: "signed", url: `${bucket}/${key}`, exp: Math.floor(Date.now() / 1000) + expiresIn }
    const body = [{ alg: "HS256", typ: "JWT" }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".")
    const token = `${body}.${createHmac("sha256", `storage ${jwtSecret}`).update(body).digest("base64url")}`
    return `/object/sign/${bucket}/${key}?token=${token}`
  }

  const makeSigned: Handler = async (request, bucket, key) => {
    const body = await jsonOf(request)
    const expiresIn = Number(body.expiresIn)
    if (!Number.isInteger(expiresIn) || expiresIn < 1)
      return refuse(400, "invalid_body", "expiresIn is a number of seconds")
    if (key !== "")
      return (await find(bucket, key)) ? Response.json({ signedURL: sign(bucket, key, expiresIn) }) : missing()
    const signed = strings(body.paths).map(async (each) =>
      (await find(bucket, each))
        ? { path: each, signedURL: sign(bucket, each, expiresIn), error: null }
        : { path: each, signedURL: null, error: "Either the object does not exist or you do not have access to it" },
    )
    return Response.json(await Promise.all(signed))
  }

  const followSigned: Handler = async (request, bucket, key, url) => {
    const reading = signature(url.searchParams.get("token") ?? "")
    if ("fault" in reading) return refuse(400, "InvalidJWT", reading.fault.message)
    if (reading.claims.url !== `${bucket}/${key}`)
      return refuse(400, "InvalidSignature", "The signature is of another object")
    return download(request, bucket, key, url)
  }

  const remove: Handler = async (request, bucket) => {
    const removed: { bucket_id: string; name: string }[] = []
    for (const key of strings((await jsonOf(request)).prefixes)) {
      if (!(await find(bucket, key))) continue
      await fs.rm(dataFile(bucket, key), { force: true })
      await fs.rm(metaFile(bucket, key), { force: true })
      removed.push({ bucket_id: bucket, name: key })
    }
    return Response.json(removed)
  }

  const list: Handler = async (request, bucket) => {
    const body = await jsonOf(request)
    const prefix = String(body.prefix ?? "").replace(/^\/+|\/{1,100}$/g, "")
    if (prefix !== "" && !isKey(prefix)) return Response.json([])
    const entries = await fs.readdir(dataFile(bucket, prefix), { withFileTypes: true }).catch(() => [])
    const from = Number(body.offset ?? 0)
    const page = entries.sort((a, b) => (a.name < b.name ? -1 : 1)).slice(from, from + Number(body.limit ?? 100))
    const rows = page.map(async (entry) => {
      const found = entry.isFile() ? await find(bucket, prefix === "" ? entry.name : `${prefix}/${entry.name}`) : null
      if (!found)
        return {
          name: entry.name,
          id: null,
          metadata: null,
          updated_at: null,
          created_at: null,
          last_accessed_at: null,
        }
      const { meta, size, modified } = found
      const metadata = {
        size,
        mimetype: meta.type,
        eTag: meta.etag,
        contentLength: size,
        lastModified: modified.toISOString(),
      }
      return {
        name: entry.name,
        id: meta.etag,
        metadata,
        updated_at: modified.toISOString(),
        created_at: meta.createdAt,
        last_accessed_at: null,
      }
    })
    return Response.json(await Promise.all(rows))
  }

  const copy =
    (moving: boolean): Handler =>
    async (request) => {
      const { bucketId, sourceKey, destinationKey, destinationBucket } = await jsonOf(request)
      const [bucket, from, to, into] = [bucketId, sourceKey, destinationKey, destinationBucket ?? bucketId].map(
        String,
      ) as [string, string, string, string]
      if (!SEGMENT.test(bucket) || !SEGMENT.test(into) || !isKey(to))
        return refuse(400, "InvalidKey", `Invalid key: ${to}`)
      const found = await find(bucket, from)
      if (!found || !(await hasBucket(into))) return missing()
      if (await find(into, to)) return refuse(409, "Duplicate", "The resource already exists")
      for (const target of [dataFile(into, to), metaFile(into, to)])
        await fs.mkdir(path.dirname(target), { recursive: true })
      const put = moving ? fs.rename : fs.copyFile
      await put(metaFile(bucket, from), metaFile(into, to))
      await put(found.file, dataFile(into, to))
      return Response.json(moving ? { message: "Successfully moved" } : { Id: randomUUID(), Key: `${into}/${to}` })
    }

  const buckets = async (request: Request, id: string) => {
    const shown = (name: string) => ({
      id: name,
      name,
      public: false,
      owner: "",
      file_size_limit: null,
      allowed_mime_types: null,
      created_at: "",
      updated_at: "",
    })
    if (request.method === "POST" && id === "") {
      const body = await jsonOf(request)
      const name = String(body.id ?? body.name ?? "")
      if (!SEGMENT.test(name)) return refuse(400, "InvalidBucketName", "Bucket name invalid")
      if (body.public === true) return refuse(400, "InvalidRequest", "Buckets are private here")
      if (await hasBucket(name)) return refuse(409, "Duplicate", "The resource already exists")
      await fs.mkdir(dataFile(name, ""), { recursive: true, mode: 0o700 })
      return Response.json({ name })
    }
    if (request.method !== "GET") return refuse(405, "MethodNotAllowed", "Method not allowed")
    if (id !== "")
      return SEGMENT.test(id) && (await hasBucket(id))
        ? Response.json(shown(id))
        : refuse(404, "Bucket not found", "Bucket not found")
    const entries = await fs.readdir(directory, { withFileTypes: true })
    return Response.json(
      entries.filter((entry) => entry.isDirectory() && SEGMENT.test(entry.name)).map(({ name }) => shown(name)),
    )
  }

  const routes: [methods: string, prefix: string, handler: Handler][] = [
    ["POST", "object/copy", copy(false)],
    ["POST", "object/move", copy(true)],
    ["GET HEAD", "object/info/authenticated/", info],
    ["GET HEAD", "object/info/", info],
    ["GET HEAD", "object/authenticated/", download],
    ["POST", "object/sign/", makeSigned],
    ["POST", "object/list/", list],
    ["POST PUT", "object/", upload],
    ["GET HEAD", "object/", download],
    ["DELETE", "object/", remove],
  ]

  const handleRequest = async (request: Request, onForged?: () => void): Promise<Response> => {
    const url = new URL(request.url)
    const wanted = decoded(url.pathname.slice(ROOT.length + 1))
    if (wanted === null) return refuse(400, "InvalidKey", "The address is malformed")
    if (wanted === "status") return Response.json({ ok: true })
    const [bucketOfSigned = "", ...keyOfSigned] = wanted.replace(/^object\/sign\//, "").split("/")
    if (wanted.startsWith("object/sign/") && (request.method === "GET" || request.method === "HEAD")) {
      return SEGMENT.test(bucketOfSigned)
        ? followSigned(request, bucketOfSigned, keyOfSigned.join("/"), url)
        : missing()
    }
    const bearer = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1]
    const reading = readToken(bearer ?? "")
    if ("fault" in reading && isForged(reading.fault)) onForged?.()
    if ("fault" in reading) return refuse(403, "Unauthorized", reading.fault.message)
    if (reading.claims.role !== "service_role")
      return refuse(403, "Unauthorized", "new row violates row-level security policy")
    if (wanted === "bucket" || wanted.startsWith("bucket/")) return buckets(request, wanted.slice("bucket/".length))
    const route = routes.find(
      ([methods, prefix]) => wanted.startsWith(prefix) && methods.split(" ").includes(request.method),
    )
    if (!route) return refuse(404, "not_found", "Route not found")
    const [, prefix, handler] = route
    const [bucket = "", ...rest] = wanted.slice(prefix.length).split("/")
    if (prefix.endsWith("/") && !(SEGMENT.test(bucket) && (await hasBucket(bucket))))
      return refuse(404, "Bucket not found", "Bucket not found")
    return handler(request, bucket, rest.join("/"), url)
  }

  return { handleRequest, fetch: (input, init) => handleRequest(new Request(input, init)) }
}

const isKey = (key: string) => key.length <= 900 && key.split("/").every((segment) => SEGMENT.test(segment))

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** As hosted Supabase answers: status 400, with the real one in the body. */
const refuse = (status: number, error: string, message: string) =>
  Response.json({ statusCode: String(status), error, message }, { status: 400 })

const missing = () => refuse(404, "not_found", "Object not found")

const jsonOf = async (request: Request): Promise<Record<string, unknown>> => {
  const body: unknown = await request.json().catch(() => null)
  return isObject(body) ? body : {}
}

const strings = (value: unknown) => (Array.isArray(value) ? value.filter((each) => typeof each === "string") : [])

/** The bytes and their type: the raw body, or the file in the form that carries a Blob. */
const bodyOf = async (request: Request) => {
  const type = request.headers.get("content-type") ?? "application/octet-stream"
  if (type.startsWith("multipart/form-data")) {
    const form = await request.formData().catch(() => null)
    const file = [...(form?.values() ?? [])].find((value) => value instanceof File)
    return file
      ? { type: file.type || "application/octet-stream", body: Readable.fromWeb(file.stream() as never) }
      : null
  }
  return { type, body: request.body ? Readable.fromWeb(request.body as never) : Readable.from([]) }
}
