// readSecrets(dataDir): the secrets of the embedded default, generated once into DATA_DIR/secrets.json.
import { createHmac, randomBytes } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import * as z from "zod/mini"

const secretsFile = z.object({
  sessionSecret: z.string().check(z.minLength(32)),
  jwtSecret: z.string().check(z.minLength(32)),
  serviceRoleKey: z.string(),
})

export type Secrets = z.infer<typeof secretsFile>

/** Throws when the file is damaged: new secrets would silently end every session. */
export const readSecrets = (dataDir: string): Secrets => {
  const file = path.join(dataDir, "secrets.json")
  if (fs.existsSync(file)) {
    try {
      return secretsFile.parse(JSON.parse(fs.readFileSync(file, "utf8")))
    } catch (cause) {
      throw new Error(`${file} is damaged: restore it, or remove it and everybody signs in again.`, { cause })
    }
  }
  const secrets = makeSecrets()
  const partial = `${file}.new`
  fs.writeFileSync(partial, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  fs.renameSync(partial, file)
  return secrets
}

const makeSecrets = (): Secrets => {
  const jwtSecret = randomBytes(32).toString("base64url")
  return {
    sessionSecret: randomBytes(32).toString("base64url"),
    jwtSecret,
    serviceRoleKey: roleKey(jwtSecret, "service_role"),
  }
}

/** A token like Supabase's service role key: HS256, valid for ten years. It never leaves this machine. */
const roleKey = (secret: string, role: string) => {
  const now = Math.floor(Date.now() / 1000)
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url")
  const body = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ iss: "laneway", role, iat: now, exp: now + 315_360_000 })}`
  return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`
}
