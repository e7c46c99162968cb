import { Bookmark, Calendar, Check, Ellipsis, Link, Pencil, Plus, SquareKanban, Trash2, Users } from "lucide-react"
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react"
import { call } from "~/client/api"
import { boardOfPlan, viewQuery, withFilter } from "~/contract/shared/deep-link"
import { type View, viewCalls } from "~/contract/view"
import { isSameFilter } from "~/rules/filter"
import { filterTexts as texts } from "~/ui/filter/texts"
import { applyFilter, layoutOf, showLayout } from "~/ui/filter/use-filter"
import { Button, IconButton } from "~/ui/parts/button"
import { Checkbox } from "~/ui/parts/checkbox"
import { Failed } from "~/ui/parts/empty-state"
import { Field } from "~/ui/parts/field"
import { Loading } from "~/ui/parts/loading"
import { Popup } from "~/ui/parts/popup"
import { shortcutKey } from "~/ui/parts/shortcut-keys"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast"
import { useAttempt } from "~/ui/parts/use-attempt"
import { useCall } from "~/ui/parts/use-call"
import { useBoard, useMembers, useView } from "~/ui/plan/board-context"
import { noFilter } from "~/ui/plan/view-state"

const failed = (text: string) => showToast({ kind: "error", text, key: "view" })

/** Saves, changes and deletes views. Each says why it failed. */
const useViewCalls = () => {
  const board = useBoard()
  const { session, view } = board
  const { planId } = session
  const { attempt } = useAttempt(texts.notSaved, failed)
  return {
    create: (name: string, shared: boolean) =>
      attempt(async () => {
        const filter = view.get().filtering?.filter ?? {}
        const made = await call(viewCalls.create, { planId, name, shared, layout: layoutOf(board), filter })
        applyFilter(board, filter, made)
      }),
    change: (saved: View, fields: Partial<Pick<View, "name" | "shared" | "layout" | "filter">>) =>
      attempt(async () => {
        const changed = await call(viewCalls.update, { planId, id: saved.id, ...fields })
        const { savedView, filtering } = view.get()
        if (savedView?.id === saved.id) applyFilter(board, filtering?.filter ?? {}, changed)
      }),
    remove: (saved: View) =>
      attempt(async () => {
        await call(viewCalls.remove, { planId, id: saved.id })
        const { savedView, filtering } = view.get()
        if (savedView?.id === saved.id) applyFilter(board, filtering?.filter ?? {})
        showToast({ kind: "info", text: texts.deletedView(saved.name), key: "view" })
      }),
  }
}

/** In the filter bar: saves what is set, or what has changed in the open view. */
export const SaveView = () => {
  const { view, user, can } = useBoard()
  const { change } = useViewCalls()
  const filtering = useView(({ filtering }) => filtering)
  const saved = useView(({ savedView }) => savedView)
  const layout = useView(({ layout }) => (layout === "board" ? "board" : "calendar"))
  if (!filtering) return null
  const isChanged = saved && (saved.layout !== layout || !isSameFilter(saved.filter, filtering.filter))
  if (isChanged && (saved.ownerId === user.id || can("changeOthersTexts")))
    return (
      <Button variant="ghost" size="small" onClick={() => change(saved, { layout, filter: filtering.filter })}>
        {texts.update}
      </Button>
    )
  if (saved && !isChanged) return null
  return (
    <Button variant="ghost" size="small" onClick={() => view.set({ viewMenu: true })}>
      {texts.saveShort}
    </Button>
  )
}

type ViewMenuProps = {
  anchor: RefObject<HTMLElement | null>
  /** What was typed before its code was there. */
  typed: string
  onClose(): void
}

/** The views that a plan had when the list was last open, shown until it is read again. */
const known = new WeakMap<object, readonly View[]>()

/** The board, one's own views and those shared with the plan; digits open them. */
export const ViewMenu = ({ anchor, typed, onClose }: ViewMenuProps) => {
  const board = useBoard()
  const { session, view, user, can } = board
  const { planId } = session
  const { value, failed: isFailed, reload, retry } = useCall(viewCalls.list, { planId })
  if (value) known.set(session, value)
  const views = value ?? known.get(session)
  const active = useView(({ savedView }) => savedView?.id)
  const filters = useView(({ filtering }) => filtering !== null)
  const isCalendar = useView(({ layout }) => layout !== "board")
  const savable = filters || isCalendar
  const [form, setForm] = useState<View | "new" | null>(null)
  const [menuOf, setMenuOf] = useState<number | null>(null)
  const calls = useViewCalls()
  const members = useMembers()
  useEffect(
    () =>
      session.onEvent((event) => {
        if (!event || event.event.startsWith("View")) void reload()
      }),
    [session, reload],
  )
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
  useEffect(() => {
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
      const number = numbered.indexOf(saved) + 1
      const maker = saved.shared && members.find(({ id }) => id === saved.ownerId)
      return (
        <li key={saved.id}>
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
              label={texts.menuOf(saved.name)}
              aria-expanded={menuOf === saved.id}
              onClick={() => setMenuOf(menuOf === saved.id ? null : saved.id)}
            >
              <Ellipsis className="icon small" aria-hidden="true" />
            </IconButton>
          </div>
          {menuOf === saved.id && (
            <Actions
              planId={planId}
              saved={saved}
              mayChange={saved.ownerId === user.id || can("changeOthersTexts")}
              mayShare={can("changeBoard")}
              onRename={() => setForm(saved)}
              onShare={() => calls.change(saved, { shared: !saved.shared }).then(() => reload())}
              onRemove={() => calls.remove(saved).then(() => reload())}
              onDone={() => setMenuOf(null)}
            />
          )}
          {form === saved && (
            <ViewForm
              initial={saved.name}
              onSave={(name) => calls.change(saved, { name })}
              onDone={() => {
                setForm(null)
                void reload()
              }}
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
        {!views && (isFailed ? <Failed text={texts.failed} onRetry={retry} /> : <Loading />)}
        <Group title={texts.mine}>{rows(mine)}</Group>
        <Group title={texts.shared}>{rows(shared)}</Group>
        {form === "new" ? (
          <ViewForm
            mayShare={can("changeBoard")}
            onSave={calls.create}
            onDone={(isSaved) => (isSaved ? onClose() : setForm(null))}
          />
        ) : (
          <div className="view-save row">
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

type ViewFormProps = {
  initial?: string
  /** Offers to share a new view. */
  mayShare?: boolean
  onSave(name: string, shared: boolean): Promise<boolean>
  onDone(isSaved: boolean): void
}

/** Names a view in its place. */
const ViewForm = ({ initial = "", mayShare = false, onSave, onDone }: ViewFormProps) => {
  const [name, setName] = useState(initial)
  const [shared, setShared] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    if (name.trim() === "") return setMissing(true)
    setSaving(true)
    const isSaved = await onSave(name.trim(), shared)
    setSaving(false)
    if (isSaved) onDone(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return
    event.preventDefault()
    event.stopPropagation()
    onDone(false)
  }
  return (
    <form className="view-form flow" onSubmit={save} onKeyDown={onKeyDown}>
      <Field
        ref={field}
        label={texts.name}
        plainLabel
        maxLength={200}
        dir="auto"
        value={name}
        {...(isMissing ? { error: texts.enterName } : {})}
        onChange={({ target }) => {
          setName(target.value)
          setMissing(false)
        }}
      />
      {mayShare && (
        <Checkbox checked={shared} hint={texts.shareHint} onChange={setShared}>
          {texts.share}
        </Checkbox>
      )}
      <div className="row">
        <span className="grow" />
        <Button variant="ghost" size="small" onClick={() => onDone(false)}>
          {common.cancel}
        </Button>
        <Button variant="primary" size="small" type="submit" busy={isSaving}>
          {texts.saveIt}
        </Button>
      </div>
    </form>
  )
}
