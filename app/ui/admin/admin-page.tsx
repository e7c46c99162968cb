import { Link } from "@remix-run/react"
import type { Profile } from "~/contract/account"
import { amount } from "~/contract/shared/language/format"
import { Accounts } from "~/ui/admin/accounts"
import { Health } from "~/ui/admin/health"
import { Jobs } from "~/ui/admin/jobs"
import { MailList } from "~/ui/admin/mail-list"
import { PlanTable } from "~/ui/admin/plan-table"
import { type AdminSection, adminSections, adminTexts as words } from "~/ui/admin/texts"
import { useOnline } from "~/ui/parts/use-online"
import { TopBar } from "~/ui/top-bar/top-bar"
import "./admin.css"

type AdminPageProps = {
  user: Profile
  section: AdminSection
  totals: { accounts: number; plans: number; deadJobs: number }
  /** There is no mail server. */
  mailsAreFiles: boolean
}

/** For a SystemAdmin: accounts, plans, jobs, mail and health of the installation. */
export const AdminPage = ({ user, section, totals, mailsAreFiles }: AdminPageProps) => (
  <>
    <TopBar user={user} online={useOnline()} />
    <main className="admin flow">
      <h1>{words.title}</h1>
      <nav className="admin-tabs" aria-label={words.tabs}>
        {adminSections.map((each) => (
          <Link
            key={each}
            to={each === "accounts" ? "/admin" : `/admin?section=${each}`}
            prefetch="intent"
            aria-current={each === section ? "page" : undefined}
          >
            {words.sections[each]}
            {each === "jobs" && totals.deadJobs > 0 && <Count of={totals.deadJobs} isBad />}
            {(each === "accounts" || each === "plans") && <Count of={totals[each]} />}
          </Link>
        ))}
      </nav>
      {section === "accounts" && <Accounts me={user.id} />}
      {section === "plans" && <PlanTable me={user.id} />}
      {section === "jobs" && <Jobs dead={totals.deadJobs} />}
      {section === "mail" && <MailList isUsed={mailsAreFiles} />}
      {section === "health" && <Health />}
    </main>
  </>
)

const Count = ({ of, isBad = false }: { of: number; isBad?: boolean }) => (
  <span className="admin-count" data-bad={isBad || undefined}>
    {amount("count", of)}
  </span>
)
