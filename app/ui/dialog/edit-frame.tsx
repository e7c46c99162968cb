import { Tag } from "~/ui/parts/badge"
import "./edit-frame.css"
import { Lock, Move, X } from "lucide-react"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components"
import { isUp } from "~/client/live/live"
import { type DialogTab, dialogTabs, linkTypes } from "~/contract/shared/deep-link"
import { loadComments } from "~/ui/comment/load-comments"
import { useComments } from "~/ui/comment/use-comments"
import { dialog } from "~/ui/dialog/texts"
import { Button } from "~/ui/parts/button"
import { DialogFrame } from "~/ui/parts/dialog/dialog"
import { useDialogPlace } from "~/ui/parts/dialog/use-dialog-place"
import { OnDemand } from "~/ui/parts/on-demand"
import { SheetMark } from "~/ui/parts/sheet-push"
import { digitOf } from "~/ui/parts/shortcut-keys"
import { common } from "~/ui/parts/texts"
import { type SaveState, SaveStatus } from "~/ui/parts/use-autosave"
import { useBoard, useClosed, useObserved, useSaving, useView } from "~/ui/plan/board-context"
import { NotSaved } from "~/ui/plan/card-marks"
import { goalTint } from "~/ui/plan/goal-tint"
import type { CardRef } from "~/ui/plan/view-state"

const loadLog = () => import("~/ui/dialog/log-tab")
const loadFiles = () => import("~/ui/file/file-list")

type EditFrameProps = {
  card: CardRef
  /** Accessible name. */
  label: string
  color: string | undefined
  goalName: string | undefined
  /** The entity's parent, beside the goal. */
  parent?: string
  /** Replaces the parent while MAIN is not shown. */
  name?: string
  /** Says so in the header. */
  readOnly?: boolean
  draft: boolean
  /** Number of entries in a tab's list. */
  counts?: Partial<Record<DialogTab, number>>
  /** Entries of the footer's first slots on MAIN, and on RESULTS of a read-only card. */
  entries: ReactNode
  /** The body of TASKS. */
  tasks?: ReactNode
  /** The body of RESULTS. */
  results?: ReactNode
  onClose(): void
  /** The body of MAIN. */
  children: ReactNode
}

/** The frame the three dialogs share: goal line, parent, save status, tabs, body, six-slot menu with Close in the last. */
export const EditFrame = ({
  card,
  label,
  color,
  goalName,
  parent,
  name,
  readOnly = false,
  draft,
  counts,
  entries,
  tasks,
  results,
  onClose,
  children,
}: EditFrameProps) => {
  const { view, can } = useBoard()
  const closed = useClosed(card)
  const { placed, handle, grip } = useDialogPlace("edit", onClose)
  const header = useRef<HTMLDivElement>(null)
  const tabs = dialogTabs(linkTypes[card.entity], draft)
  const wanted = useView(({ dialog }) => dialog?.tab ?? "main")
  const tab = tabs.find((each) => each === wanted) ?? "main"
  const beside = tab === "main" ? parent : (name ?? parent)
  const show = (tab: DialogTab) => {
    const open = view.get().dialog
    if (open && open.tab !== tab) view.set({ dialog: { entity: open.entity, id: open.id, tab } })
  }
  const comments = useComments(card, draft)
  const notes = Array.isArray(comments.list) ? comments.list.length : 0
  const shownCounts: Partial<Record<DialogTab, number>> = { ...counts, notes }
  useTabKeys((index) => {
    const named = tabs[index]
    if (!named) return
    show(named)
    header.current?.querySelectorAll<HTMLElement>("[role=tab]")[index]?.focus()
  })
  const body: Record<DialogTab, ReactNode> = {
    main: (
      <>
        <NotSaved card={card} />
        {children}
      </>
    ),
    tasks,
    results,
    notes: (
      <OnDemand load={loadComments} onClose={() => show("main")}>
        {({ CommentBoard }) => <CommentBoard card={card} comments={comments} />}
      </OnDemand>
    ),
    log: (
      <OnDemand load={loadLog} onClose={() => show("main")}>
        {({ LogTab }) => <LogTab entity={card.entity} id={card.id} />}
      </OnDemand>
    ),
    files: (
      <OnDemand load={loadFiles} onClose={() => show("main")}>
        {({ FileList }) => <FileList of={card} readOnly={closed || !can("changeBoard")} />}
      </OnDemand>
    ),
  }
  return (
    <DialogFrame label={label} className="edit" sheet dismissable addressed placed={placed} onClose={onClose}>
      <Tabs
        className="dialog-content flow grow"
        data-files-of={`${card.entity}:${card.id}`}
        selectedKey={tab}
        onSelectionChange={(key) => show(key as DialogTab)}
        {...goalTint(color)}
      >
        <div className="dialog-header rigid draggable" ref={header} {...handle}>
          <SheetMark />
          <div className="dialog-header-row row">
            {goalName && (
              <div className="goal-label strong slim row">
                <span className="truncate" dir="auto">
                  {goalName}
                </span>
              </div>
            )}
            {beside && (
              <span className="muted fine slim truncate" dir="auto">
                {beside}
              </span>
            )}
            <span className="grow" />
            <CardSaveStatus card={card} />
            {readOnly && (
              <Tag>
                <Lock className="icon tiny" aria-hidden="true" />
                {dialog.readOnly}
              </Tag>
            )}
            <button type="button" className="move-handle grip centered rigid" aria-label={dialog.move} {...grip}>
              <Move className="icon small" aria-hidden="true" />
            </button>
          </div>
          <TabList className="tabs" aria-label={dialog.tabsOf}>
            {tabs.map((id) => (
              <Tab key={id} id={id} className={({ isSelected }) => (isSelected ? "chosen" : "")}>
                {dialog.tabs[id]}
                {shownCounts[id] ? <span className="count"> {shownCounts[id]}</span> : null}
              </Tab>
            ))}
          </TabList>
        </div>
        {tabs.map((id) => (
          <TabPanel key={id} id={id} className={`dialog-body ring-inside grow anchor on-${id}`}>
            {body[id]}
          </TabPanel>
        ))}
        <div className="dialog-menu grid rigid">
          {(tab === "main" || (tab === "results" && readOnly)) && entries}
          <Button className="last-slot" onClick={onClose}>
            <X className="icon" aria-hidden="true" />
            {common.close}
          </Button>
        </div>
      </Tabs>
    </DialogFrame>
  )
}

/** Ctrl or Cmd with a digit selects a tab, unless a question is open above the dialog. */
const useTabKeys = (show: (index: number) => void) => {
  const latest = useRef(show)
  latest.current = show
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      const digit = Number(digitOf(event))
      if (!(digit >= 1 && digit <= 5)) return
      if (document.querySelector("[role=alertdialog]")) return
      event.preventDefault()
      latest.current(digit - 1)
    }
    document.addEventListener("keydown", onKey, { capture: true })
    return () => document.removeEventListener("keydown", onKey, { capture: true })
  }, [])
}

const CardSaveStatus = ({ card }: { card: CardRef }) => {
  const { session } = useBoard()
  const live = useObserved(session.live)
  const saving = useSaving(card.entity, card.id)
  const failed = useView(({ failed }) => failed.has(`${card.entity}:${card.id}`))
  const [state, setState] = useState<SaveState>("idle")
  useEffect(() => {
    setState((before) => (failed ? "failed" : saving ? "saving" : before === "saving" ? "saved" : before))
  }, [saving, failed])
  // Without a connection nothing is being sent; the bar above the board explains it.
  return <SaveStatus state={isUp(live) || state !== "saving" ? state : "idle"} />
}
