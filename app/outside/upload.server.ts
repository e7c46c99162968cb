// readUpload(): a form's only file as a stream, never wholly in memory, and its fields.
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { Busboy, type BusboyFileStream } from "@fastify/busboy"
import { invalid, isRefusal, refusal } from "~/contract/problem"

export type Incoming = { name: string; head: Uint8Array; body: ReadableStream<Uint8Array> }
/** Allowed in addition to the file: the form's own lines and the other fields. */
const formBytes = 65_536

/**
 * Passes the file of the field `file` to `store` and awaits it. Any failure (connection, form, limit, store) breaks the
 * stream that the store reads, discards the part already stored, and is thrown. Fields may come before or after the
 * file.
 */
export const readUpload = async <Stored>(
  request: Request,
  {
    limit,
    headBytes,
    tooLarge: why = `The file is larger than ${Math.floor(limit / 1_048_576)} MiB. Send a smaller one.`,
  }: { limit: number; headBytes: number; tooLarge?: string },
  store: (file: Incoming) => Promise<Stored>,
  drop: (stored: Stored) => Promise<void>,
): Promise<{ fields: Record<string, string>; name: string; size: number; stored: Stored }> => {
  const type = request.headers.get("content-type") ?? ""
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(type)) {
    throw refusal(415, "Send the file as multipart/form-data in a field named file.")
  }
  const tooLarge = () => refusal(413, why)
  if (Number(request.headers.get("content-length") ?? 0) > limit + formBytes) throw tooLarge()
  if (!request.body) throw invalid("file", "Send the file in a field named file.")

  const fields: Record<string, string> = {}
  const source = Readable.fromWeb(request.body as never)
  let fault: unknown
  let file: BusboyFileStream | undefined
  let received: Promise<{ name: string; size: number; stored: Stored }> | undefined
  const fail = (thrown: unknown) => {
    fault ??= thrown
    source.destroy(thrown instanceof Error ? thrown : new Error(String(thrown)))
  }

  const receive = async (stream: BusboyFileStream, name: string) => {
    let size = 0
    const pieces = stream[Symbol.asyncIterator]()
    const next = async (): Promise<Buffer | undefined> => {
      const { done, value } = await pieces.next()
      if (stream.truncated) throw tooLarge()
      if (done) return undefined
      size += (value as Buffer).byteLength
      return value as Buffer
    }
    const heads: Buffer[] = []
    for (let piece = await next(); piece; piece = await next()) {
      heads.push(piece)
      if (size >= headBytes) break
    }
    const head = Buffer.concat(heads)
    async function* all() {
      if (head.byteLength > 0) yield head
      for (let piece = await next(); piece; piece = await next()) yield piece
    }
    const body = Readable.toWeb(Readable.from(all(), { objectMode: false })) as ReadableStream<Uint8Array>
    const stored = await store({ name, head: head.subarray(0, headBytes), body })
    if (stream.truncated) throw tooLarge()
    return { name, size, stored }
  }

  let parser: Busboy
  try {
    parser = new Busboy({
      headers: { "content-type": type },
      preservePath: true,
      limits: {
        fileSize: limit,
        files: 2,
        fields: 20,
        fieldNameSize: 100,
        fieldSize: 1_000,
        parts: 22,
        headerPairs: 20,
      },
    })
  } catch {
    throw refusal(400, "The form is broken. Send the file as multipart/form-data in a field named file.")
  }
  parser.on("field", (name, value) => {
    fields[name] = value
  })
  parser.on("file", (field, stream, name) => {
    stream.on("error", fail)
    stream.on("limit", () => fail(tooLarge()))
    if (field !== "file" || received) {
      stream.resume()
      return fail(invalid(field, "Send one file, in a field named file."))
    }
    file = stream
    received = receive(stream, name ?? "")
    received.catch((thrown: unknown) => {
      stream.resume()
      fail(thrown)
    })
  })

  const broken = () => refusal(400, "The upload broke off, or its form is broken. Please send it again.")
  await pipeline(source, parser).catch((thrown: unknown) => {
    fault ??= thrown
    // The parser doesn't end the file's stream, so its reader would wait forever.
    file?.destroy(thrown instanceof Error ? thrown : new Error("the upload broke off"))
  })
  const done = await received?.catch((thrown: unknown) => {
    fault ??= thrown
    return undefined
  })
  if (fault !== undefined) {
    if (done) await drop(done.stored)
    throw isRefusal(fault) ? fault : broken()
  }
  if (!done) throw invalid("file", "Send the file in a field named file.")
  return { fields, ...done }
}
