import {
  inflateSync,
  strToU8,
  type UnzipFileInfo,
  unzipSync,
  Zip,
  type ZipInputFile,
  ZipPassThrough,
  zipSync,
} from "fflate"

/** The bytes of one entry, in chunks. */
export type ZipEntry = { name: string; body: AsyncIterable<Uint8Array> | Uint8Array | string }

/** One fixed date for every entry, so that equal entries give equal bytes. */
const noDay = new Date(1980, 0, 1)

/** CRC-32 of what came before and these bytes. */
type Checksum = (bytes: Uint8Array, before: number) => number

/** An entry whose checksum the runtime makes, in a twentieth of the time that JavaScript takes. */
const passedThrough = (filename: string, checksum: Checksum | undefined) => {
  if (!checksum) return new ZipPassThrough(filename)
  const entry: ZipInputFile & { push: (bytes: Uint8Array, final?: boolean) => void } = {
    filename,
    size: 0,
    crc: 0,
    compression: 0,
    push: (bytes, final = false) => {
      entry.size += bytes.length
      entry.crc = checksum(bytes, entry.crc)
      entry.ondata?.(null, bytes as Uint8Array<ArrayBuffer>, final)
    },
  }
  return entry
}

/**
 * A zip of the entries as a stream, uncompressed: large files of a plan are compressed already. `checksum`: the runtime's, if it
 * has one.
 */
export const zipped = async function* (
  entries: AsyncIterable<ZipEntry>,
  checksum?: Checksum,
): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = []
  let fault: unknown
  const zip = new Zip((error, piece) => {
    fault ??= error
    pieces.push(piece)
  })
  const ready = () => {
    if (fault) throw fault
    return pieces.splice(0)
  }
  for await (const { name, body } of entries) {
    const entry = passedThrough(name, checksum)
    entry.mtime = noDay
    zip.add(entry)
    if (typeof body === "string" || body instanceof Uint8Array) {
      entry.push(typeof body === "string" ? strToU8(body) : body, true)
    } else {
      for await (const piece of body) {
        entry.push(piece)
        yield* ready()
      }
      entry.push(new Uint8Array(0), true)
    }
    yield* ready()
  }
  zip.end()
  yield* ready()
}

export const isZip = (bytes: Uint8Array) =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 0x03 || bytes[2] === 0x05)

/** Checksum and offset of each entry, in the order of the zip's directory, which `unzipSync` follows. */
const directoryOf = (zip: Uint8Array): { checksum: number; offset: number }[] => {
  const view = viewOf(zip)
  const at = (offset: number) => view.getUint32(offset, true)
  let end = zip.length - 22
  while (at(end) !== 0x06054b50) end--
  let [count, entry] = [view.getUint16(end + 10, true), at(end + 16)]
  if (count === 0xffff || entry === 0xffffffff) {
    const large = at(end - 12)
    if (at(large) === 0x06064b50) [count, entry] = [at(large + 32), at(large + 48)]
  }
  return Array.from({ length: count }, () => {
    const found = { checksum: at(entry + 16), offset: at(entry + 42) }
    for (const length of [28, 30, 32].map((place) => view.getUint16(entry + place, true))) entry += length
    entry += 46
    return found
  })
}

const viewOf = (zip: Uint8Array) => new DataView(zip.buffer, zip.byteOffset, zip.byteLength)

/** CRC-32 as zips use it. */
const checksumOf = (bytes: Uint8Array) => {
  const entry = new ZipPassThrough("")
  entry.ondata = () => {}
  entry.push(bytes as Uint8Array<ArrayBuffer>, true)
  return entry.crc >>> 0
}

/** Where an entry's bytes are in the zip. */
export type ZipPlace = Pick<UnzipFileInfo, "size" | "originalSize" | "compression"> & {
  checksum: number
  offset: number
}

/** A zip's entries by name. Undefined: the zip is broken. */
export const openZip = (zip: Uint8Array): Map<string, ZipPlace> | undefined => {
  const entries = new Map<string, ZipPlace>()
  try {
    const directory = directoryOf(zip)
    let read = 0
    unzipSync(zip, {
      // `unzipSync` trusts the directory's length and would read billions of entries that do not exist.
      filter: ({ name, size, originalSize, compression }) => {
        const entry = directory[read++]
        if (!entry) throw new Error("more entries than the directory has")
        entries.set(name, { size, originalSize, compression, ...entry })
        return false
      },
    })
  } catch {
    return undefined
  }
  return entries
}

/** An entry's bytes, at most as many as its size. Undefined: broken. Reads one entry, not all. */
export const readEntry = (zip: Uint8Array, place: ZipPlace): Uint8Array | undefined => {
  const { offset, size, originalSize, compression, checksum } = place
  try {
    const view = viewOf(zip)
    const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
    const packed = new Uint8Array(zip.subarray(start, start + size))
    const bytes = compression === 0 ? packed : unpacked(packed, compression, originalSize)
    return bytes?.byteLength === originalSize && checksumOf(bytes) === checksum ? bytes : undefined
  } catch {
    return undefined
  }
}

const unpacked = (packed: Uint8Array, compression: number, size: number) =>
  compression === 8 ? inflateSync(packed, { out: new Uint8Array(size) }) : undefined

/** A zip of the entries, uncompressed. */
export const rezipped = (entries: [path: string, bytes: Uint8Array][]): Uint8Array =>
  zipSync(Object.fromEntries(entries), { level: 0, mtime: noDay })
