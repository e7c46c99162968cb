// openHealth(given): what the process knows of the parts it depends on. readHealth(): that and the database's figures.

import type { Health } from "~/contract/admin"
import { comparableAddress } from "~/contract/shared/address"
import { version } from "~/contract/shared/version"
import { healthFigures, unusualAddresses } from "~/database/admin.server"
import { accountAt } from "~/database/sign-in/account.server"
import { modelName } from "~/outside/model.server"
import { stripeLatency } from "~/outside/stripe.server"
import { isBillingOn } from "./billing.server"

type Checked = { fault: string | null; p50: number | null; p95: number | null }
export type PartsNow = {
  checked: string
  database: Checked
  realtime: Checked & { sockets: number | null; channels: number | null }
  storage: Checked & { fullPercent: number | null }
}
type Given = { parts: () => Promise<PartsNow>; started: string; hasMailServer: boolean }

let given: Given | undefined

export const openHealth = (options: Given) => {
  given = options
}

/** Times in milliseconds. */
export const readHealth = async (): Promise<Health> => {
  if (!given) throw new Error("openHealth first")
  const [parts, figures, doubles] = await Promise.all([given.parts(), healthFigures(), doubledAddresses()])
  const { connections, mostConnections, bytes, files, fileBytes, retrying, lastWebhook } = figures
  return {
    version,
    started: given.started,
    checked: parts.checked,
    database: { ...parts.database, connections, mostConnections, bytes },
    realtime: parts.realtime,
    storage: { ...parts.storage, files, bytes: fileBytes },
    mail: { server: given.hasMailServer, retrying },
    model: modelName(),
    billing: isBillingOn() ? { ...stripeLatency(), lastWebhook } : null,
    ...(doubles.length > 0 && { doubles }),
  }
}

const doubledAddresses = async () => {
  const doubles: NonNullable<Health["doubles"]> = []
  for (const { id, email } of await unusualAddresses()) {
    const address = comparableAddress(email)
    const has = address === email ? undefined : await accountAt(address)
    if (has) doubles.push({ id, email, has: { id: has.id, email: has.email } })
  }
  return doubles
}
