import { useEffect, useState } from "react"
import { beginPush, endPush, type PushState, pushState } from "~/client/notification/push-device"
import { Checkbox } from "~/ui/parts/checkbox"
import { messageOf } from "~/ui/parts/message-of"
import { common } from "~/ui/parts/texts"
import { planAdmin } from "~/ui/settings/texts"

/** Whether this device shows notifications while the product is closed. Nothing where the browser cannot. */
export const DevicePush = () => {
  const [state, setState] = useState<PushState>("unsupported")
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
  if (state === "unsupported") return null
  const change = async (on: boolean) => {
    setFailed(undefined)
    try {
      setState(await (on ? beginPush() : endPush()))
    } catch (thrown) {
      setFailed(messageOf(thrown, common.networkError))
    }
  }
  return (
    <>
      <div className="setting-rows prefs">
        <Checkbox row checked={state === "on"} disabled={state === "blocked"} onChange={change}>
          {planAdmin.onThisDevice}
        </Checkbox>
      </div>
      <p className="prefs-failed" role="alert">
        {failed ?? (state === "blocked" ? planAdmin.deviceBlocked : null)}
      </p>
    </>
  )
}
