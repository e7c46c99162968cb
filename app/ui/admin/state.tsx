import clsx from "clsx"
import type { ReactNode } from "react"

type StateProps = {
  /** Undefined: neither. */
  good: boolean | undefined
  children: ReactNode
}

/** A word with a disc, a square for trouble, or a ring for what is off, so that colour alone says nothing. */
export const State = ({ good, children }: StateProps) => (
  <span className={clsx("state", good === false && "trouble", good === undefined && "off")}>{children}</span>
)
