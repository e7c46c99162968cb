// mayOpenMailHere(settings): whether the sign-in page may open a mail without a mailbox, for a first look at the product.
import fs from "node:fs"
import path from "node:path"
import { isLoopback } from "~/contract/shared/loopback"
import type { Settings } from "./settings"

type Reach = Pick<Settings, "mail" | "database" | "host" | "publicUrl" | "dataDir">

/**
 * Only while mails are files on this machine and nobody else has ever reached the product: once DATA_DIR has been used
 * with SMTP or a public address, its accounts are other people's and the button is gone for good.
 */
export const mayOpenMailHere = ({ mail, database, host, publicUrl, dataDir }: Reach): boolean => {
  // The accounts of a database elsewhere are not in DATA_DIR.
  if (database !== null) return false
  const marker = path.join(dataDir, "mail-button-gone")
  const isPrivate = mail.smtpUrl === null && isLoopback(host) && isLoopback(new URL(publicUrl).hostname)
  if (!isPrivate) {
    fs.mkdirSync(dataDir, { recursive: true })
    fs.writeFileSync(marker, "This data was used with SMTP or a public address.\n")
  }
  return isPrivate && !fs.existsSync(marker)
}
