import { useState } from "react"
import { beginPush, endPush, type PushState, pushState } from "~/client/notification/push-device"
import { common } from "~/ui/parts/texts"
import { useAttempt } from "~/ui/parts/use-attempt"
import { useLoaded } from "~/ui/parts/use-call"

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
