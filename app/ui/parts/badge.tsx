import type { ReactNode } from "react"

/** A count as a badge has room for it. */
export const shownCount = (count: number) => (count > 99 ? "99+" : String(count))

type CountBadgeProps = { count: number; label?: string; at?: "icon" | "avatar"; tone?: "accent" | undefined }

/** The red count, or a blue one of what waits without hurry, in the corner of an icon or an avatar; nothing at 0. */
export const CountBadge = ({ count, label, at, tone }: CountBadgeProps) =>
  count > 0 ? (
    <span className="count-badge centered numeric" data-at={at} data-tone={tone}>
      {shownCount(count)}
      {label && <span className="visually-hidden"> {label}</span>}
    </span>
  ) : null

type TagProps = { kind?: "plain" | "goal" | "warn" | "accent"; children: ReactNode }

export const Tag = ({ kind = "plain", children }: TagProps) => (
  <span
    className={kind === "goal" ? "tag goal" : "tag"}
    data-tone={kind === "goal" || kind === "plain" ? undefined : kind}
  >
    {children}
  </span>
)

/** The square behind a row's icon. */
export const RowIcon = ({ children }: { children: ReactNode }) => (
  <span className="row-icon secondary centered rigid" aria-hidden="true">
    {children}
  </span>
)
