import { useState } from "react"
import { call } from "~/client/api"
import { number } from "~/contract/shared/language/english"
import { type Delivery, webhookCalls } from "~/contract/webhook"
import { Button } from "~/ui/parts/button"
import type { Message } from "~/ui/parts/dialog/message-dialog"
import { useAttempt } from "~/ui/parts/use-attempt"
import { SettingRow } from "~/ui/settings/setting-row"
import { planAdmin } from "~/ui/settings/texts"
import { webhookScreens as texts } from "~/ui/settings/webhook/texts"

/** As in "84 ms" and "10 s". */
export const timeOf = (ms: number) => (ms < 10_000 ? `${number(ms)} ms` : `${number(Math.round(ms / 1_000))} s`)

type SendTestProps = { planId: number; id: number; show(message: Message): Promise<boolean> }

/** A button that sends a test, and what the address answered to the last one. */
export const useTest = ({ planId, id, show }: SendTestProps) => {
  const [sent, setSent] = useState<Delivery>()
  const { attempt, pending } = useAttempt(planAdmin.actionFailed, (text) => show({ kind: "error", text }))
  const result = sent && (
    <span className="state fine numeric" role="status" data-state={sent.state === "delivered" ? "good" : "bad"}>
      {texts.result(sent.status === null ? texts.noAnswer : String(sent.status), timeOf(sent.ms ?? 0))}
    </span>
  )
  const button = (
    <Button busy={pending} onClick={() => attempt(async () => setSent(await call(webhookCalls.test, { planId, id })))}>
      {texts.sendTest}
    </Button>
  )
  return { answer: sent?.answer, result, button }
}

export const SendTest = (props: SendTestProps) => {
  const { answer, result, button } = useTest(props)
  return (
    <SettingRow stacked label={texts.test} hint={answer ?? texts.testHint}>
      {result}
      {button}
    </SettingRow>
  )
}
