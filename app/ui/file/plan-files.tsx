import { FileList } from "~/ui/file/file-list"
import { file as texts } from "~/ui/file/texts"
import { TitledDialog } from "~/ui/parts/titled-dialog"
import { useBoard } from "~/ui/plan/board-context"
import "./file-list.css"

/** The files attached to the plan and not to a card. Import it lazily. */
export const PlanFiles = ({ onClose }: { onClose(): void }) => {
  const { can } = useBoard()
  return (
    <TitledDialog title={texts.ofPlan} className="plan-files" onClose={onClose}>
      <FileList of={null} readOnly={!can("changeBoard")} />
    </TitledDialog>
  )
}
