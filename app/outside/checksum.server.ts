// checksum(bytes, before): CRC-32, as zips use it, of what came before and these bytes; undefined where the runtime has none of its own.
import zlib from "node:zlib"

export type Checksum = (bytes: Uint8Array, before: number) => number

// Node has it since 20.15.
export const checksum: Checksum | undefined = (zlib as { crc32?: Checksum }).crc32
