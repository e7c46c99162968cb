import clsx from "clsx"
import { NotebookPen, PanelRightClose, Search, Sparkle } from "lucide-react"
import type { KeyboardEvent } from "react"
import type { SideMode } from "~/client/memory/board-looks"
import { requestDraft } from "~/client/memory/typed"
import { panel } from "~/ui/panel/texts"
import { CountBadge } from "~/ui/parts/badge"
import { IconButton } from "~/ui/parts/button"
import { OnDemand } from "~/ui/parts/on-demand"
import { Segmented } from "~/ui/parts/segmented"
import { useBoard, useView } from "~/ui/plan/board-context"
import { focusRail, focusSide, hideSide, showSide } from "~/ui/plan/side"
import "./side-panel.css"

export const sideModes = () =>
  [
    { mode: "search", label: panel.search, Icon: Search },
    { mode: "chat", label: panel.chat, Icon: Sparkle },
    { mode: "notes", label: panel.notes, Icon: NotebookPen },
  ] as const

/** Whether a key is typed for the page's first field, whose code is not there yet: until then, the panel has the focus. */
const isTypedAhead = ({ key, target, currentTarget, ...event }: KeyboardEvent) => {
  const isField = target !== currentTarget || currentTarget.querySelector("[data-first-field]")
  return !isField && [...key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
}

/** The side panel: Search, AI Chat or Notes. */
export const SidePanel = ({ leaving = false }: { leaving?: boolean }) => {
  const { session, view } = useBoard()
  const mode = useView(({ side }) => side.mode)
  const collapse = () => {
    hideSide(view, session.planId)
    focusRail(mode)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (mode !== "notes" && isTypedAhead(event)) {
      event.preventDefault()
      event.stopPropagation()
      const draft = requestDraft(session.planId)
      if (mode === "chat") draft.write(draft.read() + event.key)
      else view.set({ searchText: view.get().searchText + event.key })
    }
    if (event.key !== "Escape" || event.defaultPrevented) return
    event.preventDefault()
    collapse()
  }
  return (
    <section
      id="side-panel"
      data-mode={mode}
      ref={(node) => node?.toggleAttribute("inert", leaving)}
      className={clsx("side-panel flow grow surface", leaving && "leaving")}
      aria-label={panel.name}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className="side-panel-header row rigid">
        <div className="grow">
          <Segmented
            label={panel.mode}
            value={mode}
            options={sideModes().map(({ mode, label, Icon }) => ({
              value: mode,
              label: (
                <>
                  <Icon className="icon small" aria-hidden="true" />
                  {label}
                  {mode === "chat" && <ProposalCount />}
                </>
              ),
            }))}
            onChange={(mode) => showSide(view, session.planId, mode)}
          />
        </div>
        <IconButton label={panel.collapse} onClick={collapse}>
          <PanelRightClose className="icon" aria-hidden="true" />
        </IconButton>
      </div>
      <SideContent mode={mode} />
    </section>
  )
}

/** How many proposals of agents wait for this person. */
export const ProposalCount = ({ at }: { at?: "icon" }) => {
  const count = useView(({ proposals }) => proposals)
  return <CountBadge count={count} label={panel.toReview} tone="accent" {...(at && { at })} />
}

const loadSearch = () => import("~/ui/panel/search-panel")
const loadAgent = () => import("~/ui/agent/agent-panel")
const loadNotes = () => import("~/ui/note/notes-panel")

export const SideContent = ({ mode }: { mode: SideMode }) => {
  const { session, view } = useBoard()
  if (mode === "search") {
    return (
      <OnDemand load={loadSearch} onClose={() => hideSide(view, session.planId)}>
        {({ SearchPanel }) => <SearchPanel />}
      </OnDemand>
    )
  }
  if (mode === "notes") {
    return (
      <OnDemand load={loadNotes} onClose={() => showSide(view, session.planId, "search")}>
        {({ NotesPanel }) => <NotesPanel />}
      </OnDemand>
    )
  }
  return (
    <OnDemand load={loadAgent} onClose={() => showSide(view, session.planId, "search")}>
      {({ AgentPanel }) => <AgentPanel />}
    </OnDemand>
  )
}

/** The collapsed panel. */
export const SideRail = () => {
  const { session, view } = useBoard()
  return (
    <nav className="rail flow surface" aria-label={panel.name}>
      {sideModes().map(({ mode, label, Icon }) => (
        <IconButton
          key={mode}
          label={label}
          data-mode={mode}
          onClick={() => {
            showSide(view, session.planId, mode)
            focusSide()
          }}
        >
          <Icon className="icon" aria-hidden="true" />
          {mode === "chat" && <ProposalCount at="icon" />}
        </IconButton>
      ))}
    </nav>
  )
}
