import { Layers, ListTodo, type LucideIcon, Search, SquareChevronRight, Target } from "lucide-react"
import { useEffect, useMemo, useState } from "react"
import { Autocomplete, Input, ListBox, ListBoxItem, TextField } from "react-aria-components"
import { folded } from "~/rules/folded"
import { standingText } from "~/ui/goal/progress"
import { find } from "~/ui/palette/find"
import { palette } from "~/ui/palette/texts"
import { DialogFrame } from "~/ui/parts/dialog/dialog"
import { leaveByEnter } from "~/ui/parts/left-by-enter"
import { useBoard } from "~/ui/plan/board-context"
import { commandsOf } from "~/ui/plan/commands"
import { cardsOf } from "~/ui/plan/every-card"
import "./palette.css"

const most = 50

type Entry = { id: string; name: string; small: string; kind: string; Icon: LucideIcon; keys?: string; run(): void }

const icons = { goal: Target, item: Layers, task: ListTodo } as const

type CommandPaletteProps = {
  /** The text typed before its field had the focus. */
  typed: string
  onClose(): void
}

/** Finds commands and cards by words; Enter runs the command or opens the card. Import it lazily: it loads React Aria. */
export const CommandPalette = ({ typed, onClose }: CommandPaletteProps) => {
  const board = useBoard()
  const [text, setText] = useState(typed)
  useEffect(() => setText(typed), [typed])
  const entries = useMemo(() => {
    const { session, view } = board
    const commands = commandsOf(board).map(
      ({ name, label, keys, run }): Entry => ({
        id: name,
        name: label,
        small: folded(label),
        kind: palette.commands,
        Icon: SquareChevronRight,
        keys,
        run,
      }),
    )
    const cards = cardsOf(session.store).map(({ entity, id, text, small }): Entry => {
      const goal = entity === "goal" ? session.store.goal(id) : undefined
      return {
        id: `${entity}:${id}`,
        name: (text.split("\n", 1)[0] ?? "").slice(0, 200),
        small,
        kind: (goal && standingText(goal)) || palette.kinds[entity],
        Icon: icons[entity],
        run: () => view.set({ dialog: { entity, id } }),
      }
    })
    return [...commands, ...cards]
  }, [board])
  const found = useMemo(() => find(entries, text, most), [entries, text])
  const choose = (key: unknown) => {
    const entry = found.find(({ id }) => id === key)
    if (!entry) return
    onClose()
    // Runs after the focus has returned to the board.
    queueMicrotask(entry.run)
  }
  return (
    <DialogFrame label={palette.name} className="palette" dismissable onClose={onClose}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <TextField className="palette-field row rigid" aria-label={palette.field} autoFocus>
          <Search className="icon muted" aria-hidden="true" />
          <Input
            className="bare grow"
            role="combobox"
            aria-expanded="true"
            placeholder={palette.field}
            onKeyDown={(event) => {
              if (event.key === "Enter" && found.length > 0) leaveByEnter(event)
            }}
          />
        </TextField>
        <ListBox
          className="palette-list grow scrolls"
          aria-label={palette.name}
          items={found}
          onAction={choose}
          renderEmptyState={() => <p className="empty">{palette.none}</p>}
        >
          {({ id, name, kind, Icon, keys }: Entry) => (
            <ListBoxItem id={id} textValue={name} className="list-row">
              <Icon className="icon muted" aria-hidden="true" />
              <span className="grow truncate" dir="auto">
                {name}
              </span>
              {keys ? <kbd>{keys}</kbd> : <span className="fine muted kind">{kind}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
    </DialogFrame>
  )
}
