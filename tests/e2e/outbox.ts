// The mails of the product that the browser tests use, as files.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "@playwright/test"

const outbox = () => join(process.env.E2E_DATA_DIR ?? "", "outbox")

/** The files of all mails to an address, or of one kind, oldest first. */
export const mailsTo = (address: string, kind = "") =>
  readdirSync(outbox())
    .filter((name) => name.includes(address) && name.endsWith(`${kind}.eml`))
    .sort()

/** The link of the mail number `count` to an address, once it is there. */
export const linkMailedTo = async (address: string, count = 1, kind = "") => {
  await expect.poll(() => mailsTo(address, kind).length).toBeGreaterThanOrEqual(count)
  const mail = readFileSync(join(outbox(), mailsTo(address, kind)[count - 1] ?? ""), "utf8")
  return /^X-Laneway-Link: (\S+)/m.exec(mail)?.[1] ?? ""
}
