import { BellOff, BellRing } from "lucide-react"
import { useState } from "react"
import { notificationTexts as words } from "~/ui/notification/texts"
import { usePush } from "~/ui/notification/use-push"
import { Button } from "~/ui/parts/button"
import { Spinner } from "~/ui/parts/spinner"

/** The panel's last line: offers notifications on this device. Nothing where they were on before, or can't be. */
export const PushOffer = () => {
  const { state, asking, failed, change } = usePush()
  const [wasOff, setWasOff] = useState(false)
  if (state && state !== "on" && !wasOff) setWasOff(true)
  if (!state || state === "unsupported" || !wasOff) return null
  const Icon = state === "blocked" ? BellOff : BellRing
  return (
    <footer className="push-offer row fine secondary rigid">
      <Icon className="icon" aria-hidden="true" />
      <span className="grow" role="status">
        {failed ?? (asking ? words.asking : words.onDevice[state])}
      </span>
      {asking ? (
        <Spinner />
      ) : state === "off" ? (
        <Button size="small" onClick={() => change(true)}>
          {words.turnOn}
        </Button>
      ) : state === "on" ? (
        <Button size="small" variant="ghost" onClick={() => change(false)}>
          {words.turnOff}
        </Button>
      ) : null}
    </footer>
  )
}
