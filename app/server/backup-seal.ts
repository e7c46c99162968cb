// sealed(secret): a stream that encrypts a backup and seals it. openSealed(file, secrets): the backup in it, once its seal is right.
import { createCipheriv, createDecipheriv, createHmac, randomBytes, scryptSync, timingSafeEqual } from "node:crypto"
import type { FileHandle } from "node:fs/promises"
import { type Readable, Transform } from "node:stream"
import { pipeline } from "node:stream/promises"

// A file is START, a salt and a nonce, then the encrypted backup, and at the end the key it is encrypted with and the MAC of all
// before. What a killed backup leaves lacks the key, so it cannot be read.
const START = Buffer.from("laneway-backup 2\n")
const SALT_BYTES = 16
const NONCE_BYTES = 16
const KEY_BYTES = 32
const MAC_BYTES = 32
const HEAD_BYTES = START.length + SALT_BYTES + NONCE_BYTES
const CIPHER = "aes-256-ctr"

/** What somebody can do who has lost the key. */
export const allTheSame = "; if nobody else can have written it, repeat the command with the word unsealed at the end"

const macOf = (secret: string, salt: Uint8Array) => createHmac("sha256", scryptSync(secret, salt, 32))

export const sealed = (secret: string): Transform => {
  const [salt, nonce, key] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES), randomBytes(KEY_BYTES)]
  const cipher = createCipheriv(CIPHER, key, nonce)
  const mac = macOf(secret, salt)
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, counted(cipher.update(chunk))),
    flush: (done) => {
      counted(cipher.final())
      done(null, Buffer.concat([counted(key), mac.digest()]))
    },
  })
  const counted = (bytes: Buffer) => {
    mac.update(bytes)
    return bytes
  }
  stream.push(counted(Buffer.concat([START, salt, nonce])))
  return stream
}

/** `secrets` null: the file is trusted as it is. Throws when it isn't a backup, or not as it was sealed. */
export const openSealed = async (file: FileHandle, secrets: readonly string[] | null): Promise<Readable> => {
  const { size } = await file.stat()
  const head = await bytesAt(file, 0, HEAD_BYTES)
  if (!head.subarray(0, START.length).equals(START)) return openUnsealed(file, head, secrets)
  const end = size - MAC_BYTES - KEY_BYTES
  if (end < HEAD_BYTES) throw new Error("it is cut off")
  if (secrets) {
    const salt = head.subarray(START.length, START.length + SALT_BYTES)
    const wanted = await bytesAt(file, size - MAC_BYTES, MAC_BYTES)
    const macs = secrets.map((secret) => macOf(secret, salt))
    await pipeline(stretch(file, 0, size - MAC_BYTES), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) for (const mac of macs) mac.update(chunk)
    })
    if (!macs.some((mac) => timingSafeEqual(mac.digest(), wanted)))
      throw new Error(
        `its seal is wrong: it is damaged or cut off, it has been changed, or this is not its key${allTheSame}`,
      )
  }
  const nonce = head.subarray(START.length + SALT_BYTES)
  const decipher = createDecipheriv(CIPHER, await bytesAt(file, end, KEY_BYTES), nonce)
  return stretch(file, HEAD_BYTES, end)
    .on("error", (error) => decipher.destroy(error))
    .pipe(decipher)
}

/** Backups of older versions are gzip files without a seal. */
const openUnsealed = (file: FileHandle, head: Buffer, secrets: readonly string[] | null) => {
  if (head[0] !== 0x1f || head[1] !== 0x8b) throw new Error("it was not made by `npm run backup`")
  if (secrets) throw new Error(`it has no seal, as backups of older versions${allTheSame}`)
  return file.createReadStream({ start: 0, autoClose: false })
}

const stretch = (file: FileHandle, start: number, end: number) =>
  file.createReadStream({ start, end: end - 1, autoClose: false })

const bytesAt = async (file: FileHandle, start: number, length: number) => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
  return buffer.subarray(0, bytesRead)
}
