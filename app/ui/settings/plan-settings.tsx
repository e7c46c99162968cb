import { useId, useState } from "react"
import { call } from "~/client/api"
import { type Plan, planCalls } from "~/contract/plan"
import { Checkbox } from "~/ui/parts/checkbox"
import type { Message } from "~/ui/parts/message-dialog"
import { messageOf } from "~/ui/parts/message-of"
import { SaveStatus } from "~/ui/parts/save-status"
import { useAutosave } from "~/ui/parts/use-autosave"
import { planAdmin } from "~/ui/settings/texts"
import "./plan-settings.css"

type EstimatesSettingProps = {
  plan: Pick<Plan, "id" | "effortAndComplexityVisible">
  show(message: Message): Promise<boolean>
  onChanged(): void
}

/** Whether cards and dialogs show value and effort. Reverts if the save fails. */
export const EstimatesSetting = ({ plan, show, onChanged }: EstimatesSettingProps) => {
  const [shown, setShown] = useState(plan.effortAndComplexityVisible)
  const change = async (next: boolean) => {
    setShown(next)
    try {
      await call(planCalls.update, { id: plan.id, effortAndComplexityVisible: next })
      onChanged()
    } catch (thrown) {
      setShown(!next)
      await show({ kind: "error", text: messageOf(thrown, planAdmin.actionFailed) })
    }
  }
  return (
    <Checkbox checked={shown} onChange={change}>
      {planAdmin.estimates}
      <small>{planAdmin.estimatesHint}</small>
    </Checkbox>
  )
}

/** The plan's instructions to the assistant. */
export const AiInstructions = ({ plan }: { plan: Pick<Plan, "id" | "aiInstructions"> }) => {
  const heading = useId()
  const [text, setText] = useState(plan.aiInstructions)
  const { state, change, flush } = useAutosave(1_000, async (aiInstructions: string) => {
    await call(planCalls.update, { id: plan.id, aiInstructions })
  })
  return (
    <section data-part="ai">
      <h2 id={heading}>{planAdmin.aiSection}</h2>
      <textarea
        className="input area"
        dir="auto"
        aria-labelledby={heading}
        rows={3}
        maxLength={10_000}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          change(event.target.value)
        }}
        onBlur={flush}
      />
      <SaveStatus state={state} />
    </section>
  )
}
