import { useEffect, useId, useState } from "react"
import { call } from "~/client/api"
import { limits } from "~/contract/field"
import { type Plan, planCalls } from "~/contract/plan"
import { type SaveState, useAutosave } from "~/ui/parts/use-autosave"
import { planAdmin } from "~/ui/settings/texts"
import "./plan-ai.css"

type PlanAiProps = {
  plan: Pick<Plan, "id" | "aiInstructions">
  onSaving(state: SaveState): void
  onChanged(): void
}

/** The plan's instructions to the assistant. */
export const PlanAi = ({ plan, onSaving, onChanged }: PlanAiProps) => {
  const id = useId()
  const [text, setText] = useState(plan.aiInstructions)
  const { state, change, flush } = useAutosave(1_000, async (aiInstructions: string) => {
    await call(planCalls.update, { id: plan.id, aiInstructions }, { keepalive: true })
    onChanged()
  })
  useEffect(() => onSaving(state), [state, onSaving])
  return (
    <div className="field plan-ai">
      <div className="row">
        <label className="label grow" htmlFor={id}>
          {planAdmin.aiInstructions}
        </label>
        <span className="hint numeric">{planAdmin.lengthOf([...text].length, limits.instructions)}</span>
      </div>
      <textarea
        id={id}
        className="input"
        dir="auto"
        aria-describedby={`${id}-hint`}
        maxLength={limits.instructions}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          change(event.target.value)
        }}
        onBlur={flush}
      />
      <p className="hint" id={`${id}-hint`}>
        {planAdmin.aiHint}
      </p>
    </div>
  )
}
