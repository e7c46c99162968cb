import { type RefObject, useId, useRef } from "react"
import type { AccessLevel } from "~/contract/capability"
import { Button } from "~/ui/parts/button"
import { CopyButton } from "~/ui/parts/copy-button"
import { expiryDay } from "~/ui/settings/key-expiry"
import { planKeys } from "~/ui/settings/texts"

/** Without an id, the key named Integration. */
export type MadeKey = { id?: number; apiKey: string; name: string; access: AccessLevel; expires: string | null }

type KeyOnceProps = { made: MadeKey; copy: RefObject<HTMLButtonElement>; onDone(): void }

/** The only sight of a key. */
export const KeyOnce = ({ made: { apiKey, name, access, expires }, copy, onDone }: KeyOnceProps) => {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  return (
    <section className="ask key-once" aria-labelledby={id}>
      <b id={id} className="breaks">
        {planKeys.copyNow(name)}
      </b>
      <div className="row">
        <input
          ref={field}
          className="input numeric key-field"
          readOnly
          dir="ltr"
          aria-label={planKeys.key}
          value={apiKey}
        />
        <CopyButton text={apiKey} field={field} button={copy} />
        <Button variant="primary" onClick={onDone}>
          {planKeys.done}
        </Button>
      </div>
      <p className="fine secondary numeric">{planKeys.send[access](expires && expiryDay(expires))}</p>
    </section>
  )
}
