import { useEffect, useRef } from "react"
import { ShownOnce } from "~/ui/settings/shown-once"
import { webhookScreens as texts } from "~/ui/settings/webhook/texts"

export const WebhookSecret = ({ secret, onDone }: { secret: string; onDone(): void }) => {
  const copy = useRef<HTMLButtonElement>(null)
  useEffect(() => copy.current?.focus(), [])
  return (
    <ShownOnce
      title={texts.secret}
      above={<span className="secondary">{texts.secretOnce}</span>}
      label={texts.secret}
      secret={secret}
      copy={copy}
      done={texts.done}
      onDone={onDone}
    />
  )
}
