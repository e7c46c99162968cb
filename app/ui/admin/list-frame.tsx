import type { ReactNode } from "react"
import { adminTexts as words } from "~/ui/admin/texts"
import type { AdminList } from "~/ui/admin/use-list"
import { Button } from "~/ui/parts/button"
import { Failed } from "~/ui/parts/empty-state"
import { Loading } from "~/ui/parts/loading"
import { SearchField } from "~/ui/parts/search-field"
import { common } from "~/ui/parts/texts"

type ListFrameProps<Row> = {
  list: AdminList<Row>
  /** Label of the search field; none: the list is not searched. */
  search?: string
  empty: string
  /** Beside the search field. */
  filter?: ReactNode
  /** In order. `isHidden`: named for screen readers only. */
  columns: readonly { name: string; isFigure?: boolean; isHidden?: boolean }[]
  children(rows: readonly Row[]): ReactNode
}

/** A searched table in pages, with what shows while it loads, fails or has nothing. */
export const ListFrame = <Row,>({ list, search, filter, empty, columns, children }: ListFrameProps<Row>) => {
  const { rows, failed, query, setQuery, previous, next, shown, reload } = list
  return (
    <>
      {search && (
        <div className="row admin-lead">
          <SearchField
            className="admin-search slim"
            label={search}
            clear={words.clear}
            value={query}
            onChange={setQuery}
          />
          {filter}
        </div>
      )}
      {failed && <Failed text={words.failed} onRetry={reload} />}
      {!rows ? (
        !failed && <Loading text={common.loading} />
      ) : rows.length === 0 ? (
        <p className="nothing admin-empty secondary" role="status">
          {empty}
        </p>
      ) : (
        <div className="admin-table surface">
          <table>
            <thead>
              <tr>
                {columns.map(({ name, isFigure, isHidden }) => (
                  <th key={name} scope="col" className={isFigure ? "numeric" : undefined}>
                    {isHidden ? <span className="visually-hidden">{name}</span> : name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{children(rows)}</tbody>
          </table>
        </div>
      )}
      {(previous || next || shown) && (
        <div className="row admin-pages">
          <span className="muted grow">{shown && words.range(shown)}</span>
          {(previous || next) && (
            <>
              <Button size="small" disabled={!previous} onClick={previous ?? undefined}>
                {words.previous}
              </Button>
              <Button size="small" disabled={!next} onClick={next ?? undefined}>
                {words.next}
              </Button>
            </>
          )}
        </div>
      )}
    </>
  )
}

type ChoiceProps = {
  label: string
  value: string
  options: readonly (readonly [value: string, name: string])[]
  onChange(value: string): void
}

/** A filter of a list, or its order. */
export const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <select className="input" aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
    {options.map(([each, name]) => (
      <option key={each} value={each}>
        {name}
      </option>
    ))}
  </select>
)
