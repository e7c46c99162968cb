import { planAdmin } from "~/ui/settings/texts"

const formats = ["zip", "json", "csv", "md", "ics"] as const

/** Links that export the plan in each format. */
export const PlanExport = ({ planId }: { planId: number }) => (
  <section data-part="export">
    <h2>{planAdmin.exportSection}</h2>
    <p className="secondary hint">{planAdmin.exportHint}</p>
    <div className="row">
      {formats.map((format) => (
        <a key={format} className="button" href={`/api/Plan/${planId}/export?format=${format}`} download>
          {planAdmin.exports[format]}
        </a>
      ))}
    </div>
  </section>
)
