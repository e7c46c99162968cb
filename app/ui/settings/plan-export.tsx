import { Braces, Calendar, Download, FolderArchive, ListTree, Table } from "lucide-react"
import { useEffect, useState } from "react"
import { call } from "~/client/api"
import { accountCalls } from "~/contract/account"
import { feedCalls } from "~/contract/feed"
import { amount } from "~/contract/shared/language/format"
import { RowIcon } from "~/ui/parts/badge"
import { useCall } from "~/ui/parts/use-call"
import { FeedRow } from "~/ui/settings/feed-row"
import { SettingRow } from "~/ui/settings/setting-row"
import { planAdmin } from "~/ui/settings/texts"
import { calendarFeeds } from "~/ui/settings/webhook/texts"

const formats = [
  { format: "zip", Icon: FolderArchive },
  { format: "json", Icon: Braces },
  { format: "csv", Icon: Table },
  { format: "md", Icon: ListTree },
  { format: "ics", Icon: Calendar },
] as const

/** Bytes of the plan's files; undefined until known, or when there are none. */
const useSizeOfFiles = (planId: number) => {
  const [size, setSize] = useState<number>()
  useEffect(() => {
    call(accountCalls.storage, { planId }).then(
      (entries) =>
        setSize(entries.find(({ name, scope }) => name === "QUOTA_FILES_PER_PLAN" && scope === "plan")?.used),
      // The links work without it.
      () => {},
    )
  }, [planId])
  return size || undefined
}

/** Links that export the plan in each format. */
export const PlanExport = ({ planId }: { planId: number }) => {
  const size = useSizeOfFiles(planId)
  const held = size === undefined ? undefined : planAdmin.filesOf(amount("bytes", size))
  return (
    <>
      <p className="hint settings-hint">{planAdmin.exportHint}</p>
      <ul className="setting-rows">
        {formats.map(({ format, Icon }) => {
          const [name, holds] = planAdmin.exports[format]
          return (
            <li key={format}>
              <SettingRow
                label={name}
                hint={format === "zip" ? (held ?? holds) : holds}
                lead={
                  <RowIcon>
                    <Icon className="icon" />
                  </RowIcon>
                }
              >
                <a
                  className="button"
                  href={`/api/Plan/${planId}/export?format=${format}`}
                  download
                  aria-label={planAdmin.downloadAs(name)}
                >
                  <Download className="icon" aria-hidden="true" />
                  {planAdmin.download}
                </a>
              </SettingRow>
            </li>
          )
        })}
      </ul>
      <PlanFeed planId={planId} />
    </>
  )
}

/** The person's own cards of the plan, for calendar apps. */
const PlanFeed = ({ planId }: { planId: number }) => {
  const { value: feeds, reload } = useCall(feedCalls.list, {})
  if (!feeds) return null
  return (
    <section>
      <h3 className="setting-heading">{calendarFeeds.section}</h3>
      <div className="setting-rows">
        <FeedRow
          label={calendarFeeds.ofPlan}
          hint={calendarFeeds.ofPlanHint}
          planId={planId}
          feed={feeds.find((feed) => feed.planId === planId)}
          onChanged={reload}
        />
      </div>
    </section>
  )
}
