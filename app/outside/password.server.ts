// passwordHash(password), isPassword(password, hash): scrypt, with its parameters in the hash.
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"

/** 16 MB and about 50 ms a hash. */
const cost = 2 ** 14
const bytes = 32

const derive = (password: string, salt: Buffer, N: number) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(password.normalize("NFC"), salt, bytes, { N, r: 8, p: 1, maxmem: 128 * 1_048_576 }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

export const passwordHash = async (password: string) => {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return ["scrypt", cost, salt.toString("base64url"), key.toString("base64url")].join("$")
}

export const isPassword = async (password: string, hash: string) => {
  const [, N, salt = "", key = ""] = hash.split("$")
  const wanted = Buffer.from(key, "base64url")
  const given = await derive(password, Buffer.from(salt, "base64url"), Number(N))
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}
