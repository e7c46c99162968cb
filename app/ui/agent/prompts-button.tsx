import { Bookmark } from "lucide-react"
import { type RefObject, useRef, useState } from "react"
import { agent } from "~/ui/agent/texts"
import { IconButton } from "~/ui/parts/button"
import { focusSoon } from "~/ui/parts/focus"
import { OnDemand } from "~/ui/parts/on-demand"

const loadPrompts = () => import("~/ui/agent/prompts")

/** Opens the saved prompts; a chosen one is put into the field. */
export const PromptsButton = ({ field }: { field: RefObject<HTMLTextAreaElement | null> }) => {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    focusSoon(() => field.current)
  }
  return (
    <>
      <IconButton
        ref={button}
        small
        label={agent.prompts}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Bookmark className="icon small" aria-hidden="true" />
      </IconButton>
      {open && (
        <OnDemand layer load={loadPrompts} onClose={close}>
          {({ Prompts }) => <Prompts anchor={button} onClose={close} />}
        </OnDemand>
      )}
    </>
  )
}
