import { Bookmark, Calendar, Check, Ellipsis, Link, Pencil, Plus, SquareKanban, Trash2, Users } from "lucide-react"
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react"
import { boardOfPlan, viewQuery, withFilter } from "~/contract/shared/deep-link"
import type { View } from "~/contract/view"
import { filterTexts as texts } from "~/ui/filter/texts"
import { applyFilter, showLayout } from "~/ui/filter/use-filter"
import { useOpenView, useViews } from "~/ui/filter/use-views"
import { ViewForm } from "~/ui/filter/view-form"
import { Button, IconButton } from "~/ui/parts/button"
import { Failed } from "~/ui/parts/empty-state"
import { Loading } from "~/ui/parts/loading"
import { Popup } from "~/ui/parts/popup"
import { shortcutKey } from "~/ui/parts/shortcut-keys"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast/toast"
import { useBoard, useMembers, useObserved, useView } from "~/ui/plan/board-context"
import { noFilter } from "~/ui/plan/view-state"

type ViewMenuProps = {
  anchor: RefObject<HTMLElement | null>
  /** What was typed before its code was there. */
  typed: string
  onClose(): void
}

/** The board, one's own views and those shared with the plan; digits open them. */
export const ViewMenu = ({ anchor, typed, onClose }: ViewMenuProps) => {
  const board = useBoard()
  const { session, view, user, can } = board
  const { planId } = session
  const { list: all, failed, load, keyOf, create, change, remove } = useViews()
  const views = useObserved(all)
  const isFailed = useObserved(failed)
  useEffect(() => void load(), [load])
  useOpenView()
  const active = useView(({ savedView }) => savedView?.id)
  const filters = useView(({ filtering }) => filtering !== null)
  const isCalendar = useView(({ layout }) => layout !== "board")
  const savable = filters || isCalendar
  // By the view's key, which stays when the server gives it its id.
  const [form, setForm] = useState<number | "new" | null>(null)
  const [menuOf, setMenuOf] = useState<number | null>(null)
  const members = useMembers()
  const mine = views?.filter(({ shared }) => !shared) ?? []
  const shared = views?.filter(({ shared }) => shared) ?? []
  const numbered = [...mine, ...shared]
  const open = (saved: View) => {
    applyFilter(board, saved.filter, saved)
    showLayout(board, saved)
    onClose()
  }
  /** The whole board or calendar, without a filter. */
  const openLayout = (layout: View["layout"]) => {
    view.set(noFilter)
    showLayout(board, { layout })
    onClose()
  }
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current?.querySelector("button")?.focus(), [])
  /** A digit that was pressed before the views were there. */
  const awaited = useRef(0)
  const openNumber = (number: number) => {
    const saved = numbered[number - 1]
    awaited.current = views ? 0 : number
    if (saved) open(saved)
  }
  useEffect(() => {
    if (awaited.current > 0) openNumber(awaited.current)
  })
  const press = (key: string) => {
    const layout = ({ b: "board", c: "calendar" } as const)[key]
    if (layout) openLayout(layout)
    else if (/^[1-9]$/.test(key)) openNumber(Number(key))
    else return false
    return true
  }
  const latest = useRef({ press, form })
  latest.current = { press, form }
  // What was typed while its code loaded, or before it has the focus.
  useEffect(() => void latest.current.press(typed.slice(-1).toLowerCase()), [typed])
  // Before the popup takes the focus: no key may fall between it and the page.
  useLayoutEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const { press, form } = latest.current
      if (form || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (press(shortcutKey(event))) event.preventDefault()
    }
    document.addEventListener("keydown", onKeyDown)
    return () => document.removeEventListener("keydown", onKeyDown)
  }, [])
  const rows = (some: View[]) =>
    some.map((saved) => {
      const key = keyOf(saved.id)
      const number = numbered.indexOf(saved) + 1
      const maker = saved.shared && members.find(({ id }) => id === saved.ownerId)
      return (
        <li key={key}>
          <div className="row">
            <button
              type="button"
              className="list-row grow"
              aria-current={saved.id === active ? "true" : undefined}
              onClick={() => open(saved)}
            >
              {saved.layout === "calendar" ? (
                <Calendar className="icon small rigid" aria-hidden="true" />
              ) : (
                <Bookmark className="icon small rigid" aria-hidden="true" />
              )}
              <span className="grow">
                <span className="view-name truncate" dir="auto">
                  {saved.name}
                </span>
                {maker && <small className="truncate">{maker.userName}</small>}
              </span>
              {saved.id === active && <Check className="icon small" aria-hidden="true" />}
              {number < 10 && <kbd>{number}</kbd>}
            </button>
            <IconButton
              small
              label={common.menuOf(saved.name)}
              aria-expanded={menuOf === key}
              onClick={() => setMenuOf(menuOf === key ? null : key)}
            >
              <Ellipsis className="icon small" aria-hidden="true" />
            </IconButton>
          </div>
          {menuOf === key && (
            <Actions
              planId={planId}
              saved={saved}
              mayChange={saved.ownerId === user.id || can("changeOthersTexts")}
              mayShare={can("changeBoard")}
              onRename={() => setForm(key)}
              onShare={() => change(saved.id, { shared: !saved.shared })}
              onRemove={() => remove(saved)}
              onDone={() => setMenuOf(null)}
            />
          )}
          {form === key && (
            <ViewForm
              initial={saved.name}
              onSave={(name) => {
                if (name !== saved.name) change(saved.id, { name })
                setForm(null)
              }}
              onCancel={() => setForm(null)}
            />
          )}
        </li>
      )
    })
  return (
    <Popup label={texts.views} anchor={anchor} className="view-list" onClose={onClose}>
      <div ref={list} className="flow">
        {(["board", "calendar"] as const).map((layout) => {
          const isOpen = !filters && active === undefined && isCalendar === (layout === "calendar")
          const Icon = layout === "board" ? SquareKanban : Calendar
          return (
            <button
              key={layout}
              type="button"
              className="list-row"
              aria-current={isOpen ? "true" : undefined}
              onClick={() => openLayout(layout)}
            >
              <Icon className="icon small" aria-hidden="true" />
              <span className="grow">{texts[layout]}</span>
              {isOpen && <Check className="icon small" aria-hidden="true" />}
              <kbd>{layout === "board" ? "B" : "C"}</kbd>
            </button>
          )
        })}
        {!views && (isFailed ? <Failed text={texts.failed} onRetry={() => void load()} /> : <Loading />)}
        <Group title={texts.mine}>{rows(mine)}</Group>
        <Group title={texts.shared}>{rows(shared)}</Group>
        {form === "new" ? (
          <ViewForm
            mayShare={can("changeBoard")}
            onSave={(name, shared) => {
              create(name, shared)
              onClose()
            }}
            onCancel={() => setForm(null)}
          />
        ) : (
          <div className="view-save wraps row">
            <Button variant="ghost" size="small" aria-disabled={!savable} onClick={() => setForm("new")}>
              <Plus className="icon small" aria-hidden="true" />
              {texts.save}
            </Button>
            {!savable && <small>{texts.setFirst}</small>}
          </div>
        )}
      </div>
    </Popup>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode[] }) =>
  children.length === 0 ? null : (
    <section aria-label={title}>
      <h3 className="caps muted">{title}</h3>
      <ul>{children}</ul>
    </section>
  )

type ActionsProps = {
  planId: number
  saved: View
  mayChange: boolean
  mayShare: boolean
  onRename(): void
  onShare(): void
  onRemove(): void
  onDone(): void
}

/** What can be done with a view, below its row. */
const Actions = ({ planId, saved, mayChange, mayShare, onRename, onShare, onRemove, onDone }: ActionsProps) => {
  const first = useRef<HTMLDivElement>(null)
  useEffect(() => first.current?.querySelector("button")?.focus(), [])
  const link = () => {
    const address = `${location.origin}${withFilter(boardOfPlan(planId), planId, viewQuery(saved.id))}`
    navigator.clipboard.writeText(address).then(
      () => showToast({ kind: "success", text: texts.copied, key: "view" }),
      () => showToast({ kind: "info", text: address, key: "view" }),
    )
  }
  const action = (label: string, Icon: typeof Pencil, run: () => void) => (
    <button
      type="button"
      className="list-row"
      onClick={() => {
        onDone()
        run()
      }}
    >
      <Icon className="icon small" aria-hidden="true" />
      {label}
    </button>
  )
  return (
    <div ref={first} className="view-actions flow">
      {mayChange && action(texts.rename, Pencil, onRename)}
      {action(texts.copyLink, Link, link)}
      {mayChange && mayShare && action(saved.shared ? texts.stopSharing : texts.share, Users, onShare)}
      {mayChange && action(texts.deleteView, Trash2, onRemove)}
    </div>
  )
}
