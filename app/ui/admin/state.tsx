import type { ReactNode } from "react"

type StateProps = {
  /** Undefined: neither. */
  good: boolean | "warn" | undefined
  children: ReactNode
}

/** A word with a disc, a square for trouble and for what needs a look, or a ring for what is off, so that colour alone says nothing. */
export const State = ({ good, children }: StateProps) => (
  <span className="state" data-state={good === "warn" ? "warn" : good === undefined ? "off" : good ? "good" : "bad"}>
    {children}
  </span>
)
