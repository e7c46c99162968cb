import { useEffect, useState } from "react"
import { beginPush, endPush, type PushState, pushState } from "~/client/notification/push-device"
import { messageOf } from "~/ui/parts/message-of"
import { common } from "~/ui/parts/texts"

/** Whether this device shows notifications while the product is closed; undefined until known. `asking`: the browser asks the person. */
export const usePush = () => {
  const [state, setState] = useState<PushState>()
  const [asking, setAsking] = useState(false)
  const [failed, setFailed] = useState<string>()
  useEffect(() => {
    let here = true
    pushState().then(
      (now) => here && setState(now),
      () => {},
    )
    return () => {
      here = false
    }
  }, [])
  const change = async (on: boolean) => {
    setFailed(undefined)
    setAsking(on)
    try {
      setState(await (on ? beginPush() : endPush()))
    } catch (thrown) {
      setFailed(messageOf(thrown, common.networkError))
    }
    setAsking(false)
  }
  return { state, asking, failed, change }
}
