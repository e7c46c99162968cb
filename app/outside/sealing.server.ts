// seal(purpose, text), unseal(purpose, sealed): texts that only this installation reads. The newest secret seals, all unseal.
import { CompactEncrypt, compactDecrypt } from "jose"
import { keysFor } from "./signing.server"

const bytes = (key: string) => Uint8Array.from(key.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

export const seal = (purpose: string, text: string) =>
  new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(bytes(keysFor(purpose)[0] ?? ""))

/** The text and the key it was sealed with; undefined for what was not sealed for this purpose. */
export const unseal = async (purpose: string, sealed: string) => {
  for (const key of keysFor(purpose)) {
    try {
      const { plaintext } = await compactDecrypt(sealed, bytes(key), {
        keyManagementAlgorithms: ["dir"],
        contentEncryptionAlgorithms: ["A256GCM"],
      })
      return { key, text: new TextDecoder().decode(plaintext) }
    } catch {}
  }
  return undefined
}
