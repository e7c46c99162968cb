import { strToU8, type UnzipFileInfo, unzipSync, Zip, ZipPassThrough } from "fflate"

/** Bytes of one name, in pieces. */
export type ZipEntry = { name: string; body: AsyncIterable<Uint8Array> | Uint8Array | string }

/** The same day for every entry: the same entries are the same bytes. */
const noDay = new Date(1980, 0, 1)

/** A zip of the entries, piece by piece, none of them compressed: what is large in a plan is so already. */
export async function* zipped(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
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
    const entry = new ZipPassThrough(name)
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

/** What is in a zip, by name, and the bytes of one of them. Undefined: it is broken. */
export const openZip = (zip: Uint8Array) => {
  const entries = new Map<string, UnzipFileInfo>()
  try {
    unzipSync(zip, {
      filter: (file) => {
        entries.set(file.name, file)
        return false
      },
    })
  } catch {
    return undefined
  }
  return {
    sizeOf: (name: string) => entries.get(name)?.originalSize,
    /** Never more bytes than its size says. Undefined: they are not there, or broken. */
    read: (name: string): Uint8Array | undefined => {
      try {
        const size = entries.get(name)?.originalSize
        const bytes = unzipSync(zip, { filter: (file) => file.name === name })[name]
        return bytes?.byteLength === size ? bytes : undefined
      } catch {
        return undefined
      }
    },
  }
}
