import {
  Bookmark,
  Calendar,
  FolderOpen,
  ListFilter,
  LoaderPinwheel,
  type LucideIcon,
  MessagesSquare,
  NotebookPen,
  Search,
  Target,
  Timer,
  UserPlus,
  Users,
} from "lucide-react"
import { useEffect } from "react"
import { viewsOf } from "~/client/view/views"
import { numberFormat } from "~/contract/shared/language/format"
import { sumOf } from "~/ui/message/open-chat"
import { panel } from "~/ui/panel/texts"
import { CountBadge } from "~/ui/parts/badge"
import { DialogFrame } from "~/ui/parts/dialog/dialog"
import { useBoard, useObserved, useView } from "~/ui/plan/board-context"
import { commandNames } from "~/ui/plan/key-texts"
import { focusSide, showSide } from "~/ui/plan/side"
import { peopleTexts } from "~/ui/plan/texts"
import "./search-panel.css"

type Entry = {
  label: string
  Icon: LucideIcon
  run(): void
  count?: number
  /** At the end of its line. */
  state?: string | undefined
}

const whole = numberFormat()

/** Commands that do not fit the phone's bottom bar. Import it lazily: it loads React Aria. */
export const MoreSheet = ({ onClose }: { onClose(): void }) => {
  const { session, view, user, go, can } = useBoard()
  const waiting = useView(({ unread }) => sumOf(unread))
  const filters = useView(({ filtering }) => filtering !== null)
  const views = viewsOf(session, user.id)
  const saved = useObserved(views.list)?.length
  useEffect(() => void views.load(), [views])
  const side = (mode: "search" | "notes") => () => {
    showSide(view, session.planId, mode)
    focusSide()
  }
  const widget = (name: "countdown" | "wheel") => () => view.set({ widgets: { ...view.get().widgets, [name]: true } })
  const entries: Entry[] = [
    {
      label: commandNames.filter,
      Icon: ListFilter,
      run: () => view.set({ filterBar: true }),
      state: filters ? panel.on : panel.off,
    },
    {
      label: commandNames.views,
      Icon: Bookmark,
      run: () => view.set({ viewMenu: "" }),
      state: saved ? whole(saved) : undefined,
    },
    { label: commandNames.calendar, Icon: Calendar, run: () => view.set({ layout: "calendar" }) },
    { label: commandNames.search, Icon: Search, run: side("search") },
    { label: commandNames.notes, Icon: NotebookPen, run: side("notes") },
    { label: commandNames.goals, Icon: Target, run: () => go("/goals") },
    { label: commandNames.threads, Icon: MessagesSquare, run: () => go("/threads") },
    { label: commandNames.countdown, Icon: Timer, run: widget("countdown") },
    { label: commandNames.wheel, Icon: LoaderPinwheel, run: widget("wheel") },
    { label: commandNames.files, Icon: FolderOpen, run: () => view.set({ overlay: "files" }) },
    { label: commandNames.users, Icon: Users, run: () => view.set({ overlay: "users" }), count: waiting },
  ]
  if (can("manageMembers"))
    entries.push({ label: commandNames.invite, Icon: UserPlus, run: () => view.set({ overlay: "invite" }) })
  return (
    <DialogFrame label={panel.more} className="more-sheet" sheet dismissable onClose={onClose}>
      {entries.map(({ label, Icon, run, count = 0, state }) => (
        <button
          key={label}
          type="button"
          className="list-row"
          onClick={() => {
            onClose()
            run()
          }}
        >
          <Icon className="icon" aria-hidden="true" />
          {label}
          <CountBadge count={count} label={peopleTexts.unread} />
          {state && (
            <>
              <span className="grow" />
              <span className="fine muted numeric">{state}</span>
            </>
          )}
        </button>
      ))}
    </DialogFrame>
  )
}
