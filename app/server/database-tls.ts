// unverifiedDatabase(url): why the connection to a database on another machine can be read or taken over on its way.
import { isLoopback } from "~/contract/shared/loopback"

/** Modes in which the driver encrypts without asking who answers. */
const unverified = ["require", "allow", "prefer"]

/** What to change, or null. */
export const unverifiedDatabase = (address: string): string | null => {
  const { hostname, searchParams } = new URL(address)
  if (isLoopback(hostname) || searchParams.get("host")?.startsWith("/")) return null
  if (searchParams.get("sslrootcert") === "system") return null
  const mode = searchParams.get("sslmode") ?? searchParams.get("ssl")
  const fault =
    mode === null || mode === "disable" || mode === "false"
      ? "is not encrypted"
      : unverified.includes(mode)
        ? "is encrypted without checking who answers"
        : null
  if (!fault) return null
  return (
    `The connection to the database at ${hostname} ${fault}. Add ?sslmode=verify-full to DATABASE_URL; NODE_EXTRA_CA_CERTS names the ` +
    "file of a certificate authority of your own."
  )
}
