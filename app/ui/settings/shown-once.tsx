import { type ReactNode, type RefObject, useId, useRef } from "react"
import { Button } from "~/ui/parts/button"
import { CopyButton } from "~/ui/parts/copy-button"

type ShownOnceProps = {
  title: string
  /** Between the title and the secret, and below it. */
  above?: ReactNode
  below?: ReactNode
  label: string
  secret: string
  copy: RefObject<HTMLButtonElement>
  done: string
  onDone(): void
}

/** The only sight of a key or a signing secret. */
export const ShownOnce = ({ title, above, below, label, secret, copy, done, onDone }: ShownOnceProps) => {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  return (
    <section className="ask key-once" aria-labelledby={id}>
      <b id={id} className="breaks">
        {title}
      </b>
      {above}
      <div className="row">
        <input ref={field} className="input numeric key-field" readOnly dir="ltr" aria-label={label} value={secret} />
        <CopyButton text={secret} field={field} button={copy} />
        <Button variant="primary" onClick={onDone}>
          {done}
        </Button>
      </div>
      {below}
    </section>
  )
}
