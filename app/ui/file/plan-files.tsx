import { X } from "lucide-react"
import { useBoard } from "~/ui/board/board-context"
import { FileList } from "~/ui/file/file-list"
import { IconButton } from "~/ui/parts/button"
import { DialogFrame } from "~/ui/parts/dialog"
import { common } from "~/ui/texts/common"
import { file as texts } from "~/ui/texts/file"

/** The files of the plan itself, those of no goal, action or task. Import it lazily. */
export const PlanFiles = ({ onClose }: { onClose(): void }) => {
  const { can } = useBoard()
  return (
    <DialogFrame label={texts.ofPlan} className="plan-files" sheet dismissable onClose={onClose}>
      <header>
        <h2>{texts.ofPlan}</h2>
        <IconButton label={common.close} onClick={onClose}>
          <X className="i" aria-hidden="true" />
        </IconButton>
      </header>
      <FileList of={null} readOnly={!can("changeBoard")} />
    </DialogFrame>
  )
}
