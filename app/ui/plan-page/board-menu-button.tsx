import { Ellipsis } from "lucide-react"
import { useRef, useState } from "react"
import type { PlanPath } from "~/contract/shared/deep-link"
import { IconButton } from "~/ui/parts/button"
import { OnDemand } from "~/ui/parts/on-demand"
import { useBoard } from "~/ui/plan/board-context"
import { undo as texts } from "~/ui/plan-page/texts"
import { useUndo, useUndoKeys } from "~/ui/plan-page/use-undo"

const loadMenu = () => import("~/ui/plan-page/board-menu")

/** The board's menu button in the top bar, and its shortcuts. */
export const BoardMenuButton = ({ here }: { here: PlanPath }) => {
  const { view, can, go } = useBoard()
  const { act, undo, redo } = useUndo()
  useUndoKeys(act)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        ref={button}
        label={texts.menu}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={() => loadMenu().catch(() => {})}
        onClick={() => setOpen(true)}
      >
        <Ellipsis className="icon" aria-hidden="true" />
      </IconButton>
      {open && (
        <OnDemand layer load={loadMenu} onClose={close}>
          {({ BoardMenu }) => (
            <BoardMenu
              anchor={button}
              can={can("changeBoard") || undo || redo ? { undo, redo } : null}
              onAct={act}
              onOpen={(overlay) => view.set({ overlay })}
              here={here}
              onPage={go}
              onClose={close}
            />
          )}
        </OnDemand>
      )}
    </>
  )
}
