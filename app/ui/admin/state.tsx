import clsx from "clsx"
import type { ReactNode } from "react"

/** A word with a disc, or with a square for trouble, so that colour alone says nothing. */
export const State = ({ good, children }: { good: boolean; children: ReactNode }) => (
  <span className={clsx("state", !good && "trouble")}>{children}</span>
)
