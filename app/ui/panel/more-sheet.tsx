import { LoaderPinwheel, NotebookPen, Search, Timer } from "lucide-react"
import { useBoard } from "~/ui/board/board-context"
import { focusSide, showSide } from "~/ui/panel/side"
import { DialogFrame } from "~/ui/parts/dialog"
import { meeting } from "~/ui/texts/meeting"
import { panel } from "~/ui/texts/panel"

/** What the phone's bottom bar has no room for. Import it lazily: it brings React Aria. */
export const MoreSheet = ({ onClose }: { onClose(): void }) => {
  const { session, view } = useBoard()
  const entries = [
    { mode: "search", label: panel.search, Icon: Search },
    { mode: "notes", label: panel.notes, Icon: NotebookPen },
  ] as const
  return (
    <DialogFrame label={panel.more} className="more" sheet dismissable onClose={onClose}>
      {entries.map(({ mode, label, Icon }) => (
        <button
          key={mode}
          type="button"
          className="li"
          onClick={() => {
            onClose()
            showSide(view, session.planId, mode)
            focusSide()
          }}
        >
          <Icon className="i" aria-hidden="true" />
          {label}
        </button>
      ))}
      {(["countdown", "wheel"] as const).map((name) => {
        const Icon = name === "countdown" ? Timer : LoaderPinwheel
        return (
          <button
            key={name}
            type="button"
            className="li"
            onClick={() => {
              onClose()
              view.set({ widgets: { ...view.get().widgets, [name]: true } })
            }}
          >
            <Icon className="i" aria-hidden="true" />
            {meeting[name]}
          </button>
        )
      })}
    </DialogFrame>
  )
}
