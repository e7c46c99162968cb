// gzipRows(parts): one gzip of texts and rows. Rows that are the same objects as before are not compressed again.
// unzipped(gzip): what it holds, in pieces; unzippedSize(gzip): in bytes.
import { Readable } from "node:stream"
import { promisify } from "node:util"
import { constants, createGunzip, deflateRaw } from "node:zlib"

type Bytes = Uint8Array<ArrayBuffer>
export type Row = { id: number; text: string }

/**
 * A deflate stream that ends at a byte boundary without a final block. `crc` and `length` describe the uncompressed
 * bytes.
 */
type Deflated = { bytes: Bytes; crc: number; length: number }
/** Consecutive rows, joined by commas and compressed with the run before them as dictionary. */
type Run = { rows: Row[]; before: Row[] | null; deflated: Promise<Deflated> }

/** The size of deflate's window. */
const windowBytes = 32_768
const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3)
/** An empty final block. */
const end = Uint8Array.of(3, 0)

/** Runs by their first row. */
const runs = new WeakMap<Row, Run>()

/** Compresses outside the main thread. Rows are joined by commas. */
export const gzipRows = async (parts: (string | Row[])[]): Promise<Bytes> => {
  const made: Deflated[] = []
  for (const part of parts) {
    if (typeof part === "string") made.push(await deflated(part))
    else {
      let before: Row[] | null = null
      for (const rows of runsOf(part)) {
        const run = runOf(rows, before)
        made.push(await run.deflated)
        before = run.rows
      }
    }
  }
  const trailer = new DataView(new ArrayBuffer(8))
  trailer.setUint32(
    0,
    made.reduce((crc, next) => crcOfBoth(crc, next.crc, next.length), 0),
    true,
  )
  trailer.setUint32(4, made.reduce((sum, { length }) => sum + length, 0) >>> 0, true)
  return new Uint8Array(Buffer.concat([header, ...made.map(({ bytes }) => bytes), end, new Uint8Array(trailer.buffer)]))
}

/** Its last four bytes, modulo 4 GiB. */
export const unzippedSize = (gzip: Bytes) =>
  new DataView(gzip.buffer, gzip.byteOffset + gzip.byteLength - 4).getUint32(0, true)

export const unzipped = (gzip: Bytes) =>
  Readable.toWeb(Readable.from([gzip], { objectMode: false }).pipe(createGunzip())) as ReadableStream<Uint8Array>

/** One id in 256 ends a run, so that adding, deleting or moving a row changes only its own run. */
const runsOf = (rows: Row[]): Row[][] => {
  const cut: Row[][] = []
  let from = 0
  for (const [at, { id }] of rows.entries()) {
    if (at < rows.length - 1 && Math.imul(id, 0x9e3779b1) >>> 24 !== 0) continue
    cut.push(rows.slice(from, at + 1))
    from = at + 1
  }
  return cut
}

const runOf = (rows: Row[], before: Row[] | null): Run => {
  const first = rows[0] as Row
  const had = runs.get(first)
  if (had && same(had.rows, rows) && same(had.before, before)) return had
  const text = textOf(rows)
  const run = { rows, before, deflated: deflated(before ? `,${text}` : text, before && textOf(before)) }
  runs.set(first, run)
  // A row that was first before would otherwise hold its former run in memory.
  for (const row of rows) if (row !== first) runs.delete(row)
  run.deflated.catch(() => runs.delete(first))
  return run
}

const same = (a: Row[] | null, b: Row[] | null) =>
  a === b || (a?.length === b?.length && a?.every((row, at) => row === b?.[at]) === true)

const textOf = (rows: Row[]) => rows.map(({ text }) => text).join(",")

const deflated = async (text: string, before: string | null = null): Promise<Deflated> => {
  const plain = Buffer.from(text)
  const bytes = await promisify(deflateRaw)(plain, {
    level: 6,
    finishFlush: constants.Z_FULL_FLUSH,
    ...(before && { dictionary: Buffer.from(before).subarray(-windowBytes) }),
  })
  return { bytes: new Uint8Array(bytes), crc: crcOf(plain), length: plain.length }
}

// Node has crc32 only since 20.15, and it is not the same on every runtime.
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

const crcOf = (bytes: Uint8Array) => {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

/** Multiplies polynomials over GF(2) modulo that of CRC-32; the highest power is the lowest bit. */
const times = (a: number, b: number) => {
  let product = 0
  for (let bit = 0x80000000, rest = b; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= rest
    rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  }
  return product >>> 0
}

/** The CRC of two concatenated texts from their CRCs; `length` is that of the second in bytes. */
const crcOfBoth = (first: number, second: number, length: number) => {
  let shift = 0x80000000
  // x^8, squared for every bit of the length.
  let power = 0x00800000
  for (let rest = length; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) shift = times(power, shift)
    power = times(power, power)
  }
  return (times(shift, first) ^ second) >>> 0
}
