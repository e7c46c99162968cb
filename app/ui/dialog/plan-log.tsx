import { RotateCcw, X } from "lucide-react"
import { call } from "~/client/api"
import { planCalls } from "~/contract/plan"
import { useBoard } from "~/ui/board/board-context"
import type { LogLine } from "~/ui/dialog/log-lines"
import { LogList } from "~/ui/dialog/log-list"
import { IconButton } from "~/ui/parts/button"
import { DialogFrame } from "~/ui/parts/dialog"
import { messageOf } from "~/ui/parts/message-of"
import { showToast } from "~/ui/parts/toast"
import { useMessage } from "~/ui/parts/use-message"
import { planLog as texts } from "~/ui/texts/board"
import { common } from "~/ui/texts/common"
import "./plan-log.css"

/** Entries of goals, actions and tasks can be gone back behind. */
const onBoard = ({ entityType }: LogLine) => ["goal", "item", "task"].includes(entityType)

/** What was changed in the plan; its admins can go back to before a change. Import it lazily. */
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
    <DialogFrame label={texts.title} className="plan-log" sheet dismissable onClose={onClose}>
      <header>
        <h2>{texts.title}</h2>
        <IconButton label={common.close} onClick={onClose}>
          <X className="i" aria-hidden="true" />
        </IconButton>
      </header>
      <div className="plan-log-list">
        <LogList
          of="plan"
          action={(line) =>
            can("restore") &&
            onBoard(line) && (
              <IconButton small label={texts.goBack} onClick={() => goBack(line)}>
                <RotateCcw className="i s" aria-hidden="true" />
              </IconButton>
            )
          }
        />
      </div>
      {message}
    </DialogFrame>
  )
}
