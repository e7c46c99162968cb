import { Braces, Calendar, Download, FolderArchive, ListTree, Table } from "lucide-react"
import { RowIcon, SettingRow } from "~/ui/settings/setting-row"
import { planAdmin } from "~/ui/settings/texts"

const formats = [
  { format: "zip", Icon: FolderArchive },
  { format: "json", Icon: Braces },
  { format: "csv", Icon: Table },
  { format: "md", Icon: ListTree },
  { format: "ics", Icon: Calendar },
] as const

/** Links that export the plan in each format. */
export const PlanExport = ({ planId }: { planId: number }) => (
  <>
    <p className="hint settings-hint">{planAdmin.exportHint}</p>
    <ul className="setting-rows">
      {formats.map(({ format, Icon }) => {
        const [name, holds] = planAdmin.exports[format]
        return (
          <li key={format}>
            <SettingRow
              label={name}
              hint={holds}
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
  </>
)
