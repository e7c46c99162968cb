import { type ReactNode, type RefObject, useId, useRef, useState } from "react"

export type PickButtonProps = {
  /** Id of the label; the button's text follows it. */
  labelledBy?: string
  className: string
  children: ReactNode
}

/** A button that opens a picker at itself; `picker` renders it. */
export const PickButton = ({
  labelledBy,
  className,
  children,
  picker,
}: PickButtonProps & { picker(anchor: RefObject<HTMLButtonElement | null>, close: () => void): ReactNode }) => {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        ref={anchor}
        type="button"
        id={id}
        className={className}
        aria-labelledby={labelledBy ? `${labelledBy} ${id}` : undefined}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {open && picker(anchor, () => setOpen(false))}
    </>
  )
}
