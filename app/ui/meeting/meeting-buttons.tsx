import { LoaderPinwheel, Timer } from "lucide-react"
import { meeting } from "~/ui/meeting/texts"
import { IconButton } from "~/ui/parts/button"
import { useBoard, useView } from "~/ui/plan/board-context"
import "./countdown-widget.css"

const widgets = () =>
  [
    { name: "countdown", label: meeting.countdown, Icon: Timer },
    { name: "wheel", label: meeting.wheel, Icon: LoaderPinwheel },
  ] as const

/** The top bar's buttons for countdown and wheel. */
export const MeetingButtons = () => {
  const { view } = useBoard()
  const open = useView(({ widgets }) => widgets)
  return (
    <span className="meeting-buttons row">
      {widgets().map(({ name, label, Icon }) => (
        <IconButton
          key={name}
          label={label}
          className={name === "countdown" && open.counting ? "counting" : undefined}
          tip={name === "countdown" && open.counting ? meeting.goesOn : label}
          data-opens={name}
          aria-pressed={open[name]}
          onClick={() => view.set({ widgets: { ...open, [name]: !open[name] } })}
        >
          <Icon className="icon" aria-hidden="true" />
        </IconButton>
      ))}
      <span className="separator" />
    </span>
  )
}
