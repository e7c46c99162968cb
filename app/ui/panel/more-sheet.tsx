import { FolderOpen, LoaderPinwheel, type LucideIcon, NotebookPen, Search, Timer, Users } from "lucide-react"
import { account } from "~/ui/account/texts"
import { file } from "~/ui/file/texts"
import { meeting } from "~/ui/meeting/texts"
import { sumOf } from "~/ui/message/open-chat"
import { panel } from "~/ui/panel/texts"
import { CountBadge } from "~/ui/parts/badge"
import { DialogFrame } from "~/ui/parts/dialog"
import { useBoard, useView } from "~/ui/plan/board-context"
import { focusSide, showSide } from "~/ui/plan/side"
import { board } from "~/ui/plan/texts"

type Entry = { label: string; Icon: LucideIcon; run(): void; count?: number }

/** What the phone's bottom bar has no room for. Import it lazily: it brings React Aria. */
export const MoreSheet = ({ onClose }: { onClose(): void }) => {
  const { session, view } = useBoard()
  const waiting = useView(({ unread }) => sumOf(unread))
  const side = (mode: "search" | "notes") => () => {
    showSide(view, session.planId, mode)
    focusSide()
  }
  const widget = (name: "countdown" | "wheel") => () => view.set({ widgets: { ...view.get().widgets, [name]: true } })
  const entries: Entry[] = [
    { label: panel.search, Icon: Search, run: side("search") },
    { label: panel.notes, Icon: NotebookPen, run: side("notes") },
    { label: meeting.countdown, Icon: Timer, run: widget("countdown") },
    { label: meeting.wheel, Icon: LoaderPinwheel, run: widget("wheel") },
    { label: file.ofPlan, Icon: FolderOpen, run: () => view.set({ asking: "files" }) },
    { label: account.users, Icon: Users, run: () => view.set({ asking: "users" }), count: waiting },
  ]
  return (
    <DialogFrame label={panel.more} className="more" sheet dismissable onClose={onClose}>
      {entries.map(({ label, Icon, run, count = 0 }) => (
        <button
          key={label}
          type="button"
          className="li"
          onClick={() => {
            onClose()
            run()
          }}
        >
          <Icon className="i" aria-hidden="true" />
          {label}
          <CountBadge count={count} label={board.unread} />
        </button>
      ))}
    </DialogFrame>
  )
}
