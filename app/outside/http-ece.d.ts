declare module "http_ece" {
  import type { ECDH } from "node:crypto"

  type Options = {
    version: "aes128gcm"
    /** Of the sender when encrypting, of the receiver when decrypting. */
    privateKey: ECDH
    /** The receiver's public key; absent when decrypting, since the message names its sender's. */
    dh?: string | Buffer
    /** base64url */
    authSecret: string
  }
  const ece: {
    encrypt(content: Buffer, options: Options): Buffer
    decrypt(content: Buffer, options: Options): Buffer
  }
  export default ece
}
