import clsx from "clsx"
import type { ReactNode } from "react"

/** A count as a badge has room for it. */
export const shownCount = (count: number) => (count > 99 ? "99+" : String(count))

/** The red count on a bell or an avatar; nothing at 0. */
export const CountBadge = ({ count, label }: { count: number; label?: string }) =>
  count > 0 ? (
    <span className="count-badge">
      {shownCount(count)}
      {label && <span className="visually-hidden"> {label}</span>}
    </span>
  ) : null

type TagProps = { kind?: "plain" | "goal" | "warn" | "accent"; children: ReactNode }

export const Tag = ({ kind = "plain", children }: TagProps) => (
  <span className={clsx("tag", kind === "goal" && "goal", kind === "warn" && "warn", kind === "accent" && "accent")}>
    {children}
  </span>
)
