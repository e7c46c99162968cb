import { useCallback, useEffect, useRef, useState } from "react"
import { adminListRows } from "~/contract/admin"

export type ListPage<Row> = { rows: readonly Row[]; next?: number | undefined; total?: number | undefined }
export type AdminList<Row> = {
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined
  failed: boolean
  query: string
  setQuery(query: string): void
  /** Null: there is no such page. */
  previous: (() => void) | null
  next: (() => void) | null
  /** Places of the first and the last shown row among `total`; absent where the list is not counted or empty. */
  shown?: { from: number; to: number; total: number }
  reload(): void
  /** Back to the first page, for rows that another filter finds. */
  restart(): void
  /** Replaces a row that was changed here; with null it is taken out. */
  change(id: number, row: Row | null): void
}

/** How long to wait for the next key, ms. */
const patience = 250

/** A list of the server in pages, searched as the person types. `load` must have a stable identity. */
export const useAdminList = <Row extends { id: number }>(
  load: (q: string, before: number | undefined) => Promise<ListPage<Row>>,
): AdminList<Row> => {
  const [query, setQuery] = useState("")
  /** The row after which each list page up to the shown one begins. */
  const [starts, setStarts] = useState<(number | undefined)[]>([undefined])
  const [page, setPage] = useState<ListPage<Row>>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const asked = useRef(0)
  const before = starts.at(-1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    const mine = ++asked.current
    const timer = setTimeout(
      () => {
        load(query, before).then(
          (loaded) => {
            if (mine !== asked.current) return
            setPage(loaded)
            setFailed(false)
          },
          () => mine === asked.current && setFailed(true),
        )
      },
      query === "" ? 0 : patience,
    )
    return () => clearTimeout(timer)
  }, [load, query, before, attempt])

  const from = (starts.length - 1) * adminListRows + 1
  return {
    rows: page?.rows,
    ...(page?.total && { shown: { from, to: from + page.rows.length - 1, total: page.total } }),
    failed,
    query,
    setQuery: useCallback((wanted: string) => {
      setStarts([undefined])
      setQuery(wanted)
    }, []),
    previous: starts.length > 1 ? () => setStarts(starts.slice(0, -1)) : null,
    next: page?.next === undefined ? null : () => setStarts([...starts, page.next]),
    reload: useCallback(() => setAttempt((before) => before + 1), []),
    restart: () => setStarts([undefined]),
    change: (id, row) =>
      setPage(
        (shown) =>
          shown && {
            ...shown,
            rows: shown.rows.flatMap((each) => (each.id === id ? (row ?? []) : each)),
            total: shown.total && (row ? shown.total : shown.total - 1),
          },
      ),
  }
}
