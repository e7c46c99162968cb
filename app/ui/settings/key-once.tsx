import type { RefObject } from "react"
import type { AccessLevel } from "~/contract/capability"
import { expiryDay } from "~/ui/settings/key-expiry"
import { ShownOnce } from "~/ui/settings/shown-once"
import { planKeys } from "~/ui/settings/texts"

/** Without an id, the key named Integration. */
export type MadeKey = { id?: number; apiKey: string; name: string; access: AccessLevel; expires: string | null }

type KeyOnceProps = { made: MadeKey; copy: RefObject<HTMLButtonElement>; onDone(): void }

export const KeyOnce = ({ made: { apiKey, name, access, expires }, copy, onDone }: KeyOnceProps) => (
  <ShownOnce
    title={planKeys.copyNow(name)}
    label={planKeys.key}
    secret={apiKey}
    copy={copy}
    done={planKeys.done}
    onDone={onDone}
    below={<p className="fine secondary numeric">{planKeys.send[access](expires && expiryDay(expires))}</p>}
  />
)
