import "./file-list.css"
import { FileList } from "~/ui/file/file-list"
import { file as texts } from "~/ui/file/texts"
import { TitledDialog } from "~/ui/parts/dialog/dialog"
import { useBoard } from "~/ui/plan/board-context"

/** The files attached to the plan and not to a card. Import it lazily. */
export const PlanFiles = ({ onClose }: { onClose(): void }) => {
  const { can } = useBoard()
  return (
    <TitledDialog title={texts.ofPlan} className="plan-files" onClose={onClose}>
      <FileList of={null} readOnly={!can("changeBoard")} />
    </TitledDialog>
  )
}
