import { type ReactNode, type RefObject, useId, useRef, useState } from "react"
import { OnDemand, preload } from "~/ui/parts/on-demand"

export type PickButtonProps = {
  /** Accessible name; by default its text. */
  label?: string
  /** Id of the label; the button's text follows it. */
  labelledBy?: string
  className: string
  /** It shows nothing yet, and stays pale until its row has the pointer or the focus. */
  faint?: boolean
  children: ReactNode
}

type PickerProps<Module> = {
  opens: "dialog" | "menu"
  /** Must have a stable identity: declare it outside the component. */
  load(): Promise<Module>
  /** Renders the picker at `anchor`. */
  picker(module: Module, anchor: RefObject<HTMLButtonElement | null>, close: () => void): ReactNode
}

/** A button that opens a picker at itself, whose code loads when a pointer or the focus comes near. */
export const PickButton = <Module,>({
  label,
  labelledBy,
  className,
  faint = false,
  children,
  opens,
  load,
  picker,
}: PickButtonProps & PickerProps<Module>) => {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const id = useId()
  const near = () => void preload(load)
  const close = () => setOpen(false)
  return (
    <>
      <button
        ref={anchor}
        type="button"
        id={id}
        className={className}
        data-faint={faint || undefined}
        aria-label={label}
        aria-labelledby={labelledBy ? `${labelledBy} ${id}` : undefined}
        aria-haspopup={opens}
        aria-expanded={open}
        onPointerEnter={near}
        onFocus={near}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (opens !== "menu" || event.key !== "ArrowDown") return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {children}
      </button>
      {open && (
        <OnDemand layer load={load} onClose={close}>
          {(module) => picker(module, anchor, close)}
        </OnDemand>
      )}
    </>
  )
}
