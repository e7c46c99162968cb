import { FolderOpen, LoaderPinwheel, NotebookPen, Search, Timer, Users } from "lucide-react"
import { useBoard } from "~/ui/board/board-context"
import { focusSide, showSide } from "~/ui/panel/side"
import { DialogFrame } from "~/ui/parts/dialog"
import { account } from "~/ui/texts/account"
import { file } from "~/ui/texts/file"
import { meeting } from "~/ui/texts/meeting"
import { panel } from "~/ui/texts/panel"

/** What the phone's bottom bar has no room for. Import it lazily: it brings React Aria. */
export const MoreSheet = ({ onClose }: { onClose(): void }) => {
  const { session, view } = useBoard()
  const side = (mode: "search" | "notes") => () => {
    showSide(view, session.planId, mode)
    focusSide()
  }
  const widget = (name: "countdown" | "wheel") => () => view.set({ widgets: { ...view.get().widgets, [name]: true } })
  const entries = [
    { label: panel.search, Icon: Search, run: side("search") },
    { label: panel.notes, Icon: NotebookPen, run: side("notes") },
    { label: meeting.countdown, Icon: Timer, run: widget("countdown") },
    { label: meeting.wheel, Icon: LoaderPinwheel, run: widget("wheel") },
    { label: file.ofPlan, Icon: FolderOpen, run: () => view.set({ asking: "files" }) },
    { label: account.users, Icon: Users, run: () => view.set({ asking: "users" }) },
  ]
  return (
    <DialogFrame label={panel.more} className="more" sheet dismissable onClose={onClose}>
      {entries.map(({ label, Icon, run }) => (
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
        </button>
      ))}
    </DialogFrame>
  )
}
