import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { workTexts } from "~/ui/my-work/texts"
import { CountBadge } from "~/ui/parts/badge"
import "./dashboard-tabs.css"

type DashboardTabsProps = {
  current: "plans" | "work" | "goals"
  /** Overdue tasks of the person's; undefined while it is not known. */
  overdue: number | undefined
  /** Buttons at the end. */
  children?: ReactNode
}

const tabs = () =>
  [
    { name: "plans", to: "/", text: workTexts.plans },
    { name: "work", to: "/my-work", text: workTexts.title },
    { name: "goals", to: "/goals", text: workTexts.goals },
  ] as const

/** The dashboard's pages; the one that is open is the page's heading. */
export const DashboardTabs = ({ current, overdue = 0, children }: DashboardTabsProps) => (
  <div className="dashboard-tabs wraps">
    <nav aria-label={workTexts.tabs}>
      {tabs().map(({ name, to, text }) => {
        const link = (
          <Link key={name} to={to} prefetch="intent" aria-current={name === current ? "page" : undefined}>
            {text}
          </Link>
        )
        return (
          <span key={name} className="dashboard-tab">
            {name === current ? <h1>{link}</h1> : link}
            {name === "work" && overdue > 0 && (
              <span role="img" aria-label={workTexts.overdue(overdue)}>
                <span aria-hidden="true">
                  <CountBadge count={overdue} />
                </span>
              </span>
            )}
          </span>
        )
      })}
    </nav>
    <div className="row dashboard-buttons wraps">{children}</div>
  </div>
)
