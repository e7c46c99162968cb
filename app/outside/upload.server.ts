// readUpload(), readUploads(): a form's only file, or its files, as streams, never wholly in memory, and its fields.
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { Busboy, type BusboyFileStream } from "@fastify/busboy"
import { invalid, isRefusal, refusal } from "~/contract/problem"
import { counted } from "~/contract/shared/language/english"

export type Incoming = { name: string; head: Uint8Array; body: ReadableStream<Uint8Array> }
/** Allowed in addition to the file: the form's own lines and the other fields. */
const formBytes = 65_536

type Limits = {
  /** Bytes of a file. */
  limit: number
  headBytes: number
  tooLarge?: string
}
type Received<Stored> = { name: string; size: number; stored: Stored }
type Fields = Record<string, string>

const escaped: Readonly<Record<string, string>> = { "%22": '"', "%0D": "\r", "%0A": "\n" }

/** A name as it was before the browser wrote it into the form: these three are escaped there, and percent signs are not. */
const nameIn = (written: string) => written.replace(/%(?:22|0D|0A)/g, (each) => escaped[each] ?? each)

/** As `readUploads`, for a form with one file in the field `file`. */
export const readUpload = async <Stored>(
  request: Request,
  limits: Limits,
  store: (file: Incoming) => Promise<Stored>,
  drop: (stored: Stored) => Promise<void>,
): Promise<{ fields: Fields } & Received<Stored>> => {
  const { fields, files } = await readUploads(request, { ...limits, field: "file", most: 1 }, store, drop)
  return { fields, ...(files[0] as Received<Stored>) }
}

/**
 * Passes each file of the field to `store` and awaits it. Any failure (connection, form, limit, store) breaks the
 * stream that the store reads, discards what is already stored, and is thrown. Fields may come before or after the
 * files.
 */
export const readUploads = async <Stored>(
  request: Request,
  {
    limit,
    headBytes,
    tooLarge: why = `The file is larger than ${Math.floor(limit / 1_048_576)} MiB. Send a smaller one.`,
    field: named,
    most,
    fieldBytes = 1_000,
  }: Limits & { field: string; most: number; fieldBytes?: number },
  store: (file: Incoming) => Promise<Stored>,
  drop: (stored: Stored) => Promise<void>,
): Promise<{ fields: Fields; files: Received<Stored>[] }> => {
  const type = request.headers.get("content-type") ?? ""
  const what = counted(most, { one: "the file", other: "the files" })
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(type)) {
    throw refusal(415, `Send ${what} as multipart/form-data in a field named ${named}.`)
  }
  const tooLarge = () => refusal(413, why)
  if (Number(request.headers.get("content-length") ?? 0) > most * limit + fieldBytes + formBytes) throw tooLarge()
  const missing = () => invalid(named, `Send ${what} in a field named ${named}.`)
  if (!request.body) throw missing()

  const fields: Fields = {}
  let fieldsSize = 0
  const source = Readable.fromWeb(request.body as never)
  let fault: unknown
  let file: BusboyFileStream | undefined
  const received: Promise<Received<Stored> | undefined>[] = []
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
    const all = async function* () {
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
        files: most + 1,
        fields: 20,
        fieldNameSize: 100,
        fieldSize: fieldBytes,
        parts: most + 21,
        headerPairs: 20,
      },
    })
  } catch {
    throw refusal(400, `The form is broken. Send ${what} as multipart/form-data in a field named ${named}.`)
  }
  parser.on("field", (name, value, _nameCut, valueCut) => {
    fields[name] = value
    fieldsSize += value.length
    if (valueCut) fail(refusal(413, `The field ${name} is longer than ${fieldBytes} bytes.`))
    if (fieldsSize > fieldBytes + formBytes) fail(refusal(413, "The form’s fields are too long together. Send less."))
  })
  parser.on("file", (field, stream, name) => {
    stream.on("error", fail)
    stream.on("limit", () => fail(tooLarge()))
    if (field !== named || received.length === most) {
      stream.resume()
      const many = counted(most, { one: "one file", other: "at most # files" })
      return fail(invalid(field, `Send ${many}, in a field named ${named}.`))
    }
    file = stream
    received.push(
      receive(stream, nameIn(name ?? "")).catch((thrown: unknown) => {
        stream.resume()
        fail(thrown)
        return undefined
      }),
    )
  })

  const broken = () => refusal(400, "The upload broke off, or its form is broken. Please send it again.")
  await pipeline(source, parser).catch((thrown: unknown) => {
    fault ??= thrown
    // The parser doesn't end the file's stream, so its reader would wait forever.
    file?.destroy(thrown instanceof Error ? thrown : new Error("the upload broke off"))
  })
  const done = (await Promise.all(received)).filter((each) => each !== undefined)
  if (fault !== undefined) {
    for (const { stored } of done) await drop(stored)
    throw isRefusal(fault) ? fault : broken()
  }
  if (done.length === 0) throw missing()
  return { fields, files: done }
}
