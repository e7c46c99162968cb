import { usePush } from "~/ui/notification/push-offer"
import { Checkbox } from "~/ui/parts/checkbox"
import { planAdmin } from "~/ui/settings/texts"

/** Whether this device shows notifications while the product is closed. Nothing where the browser cannot. */
export const DevicePush = () => {
  const { state, failed, change } = usePush()
  if (!state || state === "unsupported") return null
  return (
    <>
      <div className="setting-rows prefs">
        <Checkbox row checked={state === "on"} disabled={state === "blocked"} onChange={change}>
          {planAdmin.onThisDevice}
        </Checkbox>
      </div>
      <p className="pref-failed row fine wrong" role="alert">
        {failed ?? (state === "blocked" ? planAdmin.deviceBlocked : null)}
      </p>
    </>
  )
}
