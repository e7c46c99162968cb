import "./sections.css"
import { RotateCcw } from "lucide-react"
import { call } from "~/client/api"
import { planCalls } from "~/contract/plan"
import { IconButton } from "~/ui/parts/button"
import { TitledDialog } from "~/ui/parts/dialog/dialog"
import { useMessage } from "~/ui/parts/dialog/use-message"
import { showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { useBoard } from "~/ui/plan/board-context"
import type { LogLine } from "~/ui/plan/log-lines"
import { LogList } from "~/ui/plan/log-list"
import { planLog as texts } from "~/ui/settings/texts"

/** Kinds of log entries that a revert can undo. */
const onBoard = ({ entityType }: LogLine) => ["goal", "item", "task"].includes(entityType)

/** The plan's log; admins can revert to before a change. Import it lazily. */
export const PlanLog = ({ onClose }: { onClose(): void }) => {
  const { session, can } = useBoard()
  const { planId } = session
  const [message, show] = useMessage()

  const goBack = async ({ since }: LogLine) => {
    const sure = await show({ kind: "question", title: texts.question, text: texts.explained, confirm: texts.confirm })
    if (!sure) return
    try {
      await call(planCalls.revert, { planId, auditId: since })
      showToast({ kind: "success", text: texts.done })
    } catch (thrown) {
      await show({ kind: "error", text: messageOf(thrown, texts.failed) })
    }
  }

  return (
    <TitledDialog title={texts.title} className="plan-log" onClose={onClose}>
      <div className="plan-log-list scrolls">
        <LogList
          of="plan"
          action={(line) =>
            can("restore") &&
            onBoard(line) && (
              <IconButton small label={texts.goBack} onClick={() => goBack(line)}>
                <RotateCcw className="icon small" aria-hidden="true" />
              </IconButton>
            )
          }
        />
      </div>
      {message}
    </TitledDialog>
  )
}
