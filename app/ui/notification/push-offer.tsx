import { BellOff, BellRing } from "lucide-react"
import { useState } from "react"
import { beginPush, endPush, type PushState, pushState } from "~/client/notification/push-device"
import { notificationTexts as words } from "~/ui/notification/texts"
import { Button } from "~/ui/parts/button"
import { Spinner } from "~/ui/parts/loading"
import { common } from "~/ui/parts/texts"
import { useAttempt } from "~/ui/parts/use-attempt"
import { useLoaded } from "~/ui/parts/use-call"

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

/** Whether this device shows notifications while the product is closed; undefined until known. `asking`: the browser asks the person. */
export const usePush = () => {
  const { value: found } = useLoaded(pushState)
  const [changed, setChanged] = useState<PushState>()
  const [on, setOn] = useState(false)
  const { attempt, pending, error } = useAttempt(common.networkError)
  const change = (on: boolean) => {
    setOn(on)
    return attempt(async () => setChanged(await (on ? beginPush() : endPush())))
  }
  return { state: changed ?? found, asking: pending && on, failed: error, change }
}
