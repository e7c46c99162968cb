// The file calls that read a form or answer bytes.
import { type fileCalls, fileOwner } from "~/contract/file"
import { invalid, refusal } from "~/contract/problem"
import type { Actor } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { isKeyTaken, once } from "~/domain/core/once.server"
import { addFile, downloadUrl, dropBytes, headBytes, openFile, storeBytes } from "~/domain/file.server"
import { mostOf } from "~/domain/limits/limits.server"
import { refuseFull } from "~/domain/limits/quota.server"
import type { StoredBytes } from "~/outside/storage.server"
import { type Incoming, readUpload } from "~/outside/upload.server"
import { json, perCaller } from "./answer.server"
import { idempotent } from "./idempotent.server"
import type { Raw } from "./mount.server"
import { knowsTag } from "./request-headers"

/** A form has a few hundred bytes besides its file. */
const announcedBytes = (request: Request) => Math.max(0, Number(request.headers.get("content-length") ?? 0) - 4_096)

/** Reads a file to its end and keeps nothing of it. */
const skim = async ({ body }: Incoming) => {
  await body.pipeTo(new WritableStream())
  return undefined
}

const upload: Raw<typeof fileCalls.upload> = async (request, { planId }, { actor }) => {
  await admit(actor, planId)
  const isRepeat = await isKeyTaken(idempotent(actor, request, null))
  if (!isRepeat) await refuseFull(actor, planId, "files", { count: 1, bytes: announcedBytes(request) })
  const drop = async (bytes: StoredBytes | undefined) => {
    if (bytes) await dropBytes(planId, bytes)
  }
  const { fields, name, size, stored } = await readUpload<StoredBytes | undefined>(
    request,
    { limit: mostOf("file_bytes"), headBytes },
    isRepeat ? skim : (incoming) => storeBytes(planId, incoming),
    drop,
  )
  try {
    const owner = fileOwner.safeParse(fields)
    if (!owner.success) {
      const [issue] = owner.error.issues
      throw invalid(issue?.path.join(".") ?? "", issue?.message ?? "This is not an id.")
    }
    const sender = idempotent(actor, request, { planId, ...owner.data, name, size })
    const add = (own: Actor) => {
      if (!stored) throw refusal(409, "The first answer is no longer stored. Send the file again, with a new key.")
      return addFile(own, planId, owner.data, { ...stored, name, size })
    }
    const { answer, status, seq } = await once(sender, 201, add, isRepeat ? "plain" : undefined)
    return json(answer, status, seq === undefined ? {} : { "x-plan-seq": String(seq) })
  } catch (thrown) {
    await drop(stored).catch(() => {})
    throw thrown
  }
}

/** Types shown in a browser's window, none of which can execute anything; others are sent as downloads. */
const shown =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|apng|tiff|x-icon|vnd\.microsoft\.icon)|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain|application\/pdf)$/

const headerName = (name: string) =>
  `filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`

/** One range, both ends included; null: the whole file; "none": not within the file. */
const rangeOf = (header: string | null, size: number) => {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? []
  if (from === "" && to === "") return null
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1)
  return start > end || start >= size ? "none" : { start, end }
}

const view: Raw<typeof fileCalls.view> = async (request, input, { actor }) => {
  const { name, mimeType, size, read } = await openFile(actor, input)
  const tag = `"${input.fileName}"`
  const headers = new Headers({
    "cache-control": "private, no-cache",
    ...perCaller,
    "content-type": mimeType.startsWith("text/") ? `${mimeType}; charset=utf-8` : mimeType,
    "content-disposition": `${shown.test(mimeType) ? "inline" : "attachment"}; ${headerName(name)}`,
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    etag: tag,
  })
  // Browsers' PDF viewers do not start in a sandbox.
  if (mimeType !== "application/pdf")
    headers.set("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  if (knowsTag(request.headers.get("if-none-match"), tag)) return new Response(null, { status: 304, headers })
  if (size !== null) headers.set("accept-ranges", "bytes")
  const range = size === null ? null : rangeOf(request.headers.get("range"), size)
  if (range === "none") {
    headers.set("content-range", `bytes */${size}`)
    return new Response(null, { status: 416, headers })
  }
  if (range) headers.set("content-range", `bytes ${range.start}-${range.end}/${size}`)
  if (size !== null) headers.set("content-length", String(range ? range.end - range.start + 1 : size))
  const status = range ? 206 : 200
  if (request.method === "HEAD" || size === 0) return new Response(null, { status, headers })
  return new Response(await read(range ?? undefined), { status, headers })
}

const viewNamed: Raw<typeof fileCalls.viewNamed> = (request, input, context) => view(request, input, context)

const address: Raw<typeof fileCalls.downloadUrl> = async (_request, input, { actor }) =>
  new Response(await downloadUrl(actor, input), {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    },
  })

export const fileRaw = { upload, view, viewNamed, downloadUrl: address }
