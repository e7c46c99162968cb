import { workTexts } from "~/ui/my-work/texts"

const rows = [72, 55, 64, 48, 60]

/** Rows without words, while the list loads for the first time. */
export const WorkSkeleton = () => (
  <div className="work-list" role="status">
    <span className="visually-hidden">{workTexts.loading}</span>
    <div className="work-group" />
    <div className="work-skeleton surface" aria-hidden="true">
      {rows.map((width) => (
        <div key={width} className="work-row hovers anchor">
          <span className="work-tick centered">
            <span className="status-mark" />
          </span>
          <span className="bone" style={{ width: `${width}%` }} />
          <span className="bone" />
        </div>
      ))}
    </div>
  </div>
)
