import { type ReactNode, useCallback, useRef, useState } from "react"
import type { Message } from "~/ui/parts/dialog/message-dialog"
import { OnDemand } from "~/ui/parts/on-demand"

const loadDialog = () => import("~/ui/parts/dialog/message-dialog")

/**
 * `[node, show]`: render the node inside the component (inside its dialog, if it is one); `show` resolves to whether the
 * person confirmed. The first message loads the dialog's code.
 */
export const useMessage = (): [ReactNode, (message: Message) => Promise<boolean>] => {
  const [message, setMessage] = useState<Message>()
  const settle = useRef<(confirmed: boolean) => void>(undefined)
  const show = useCallback((next: Message) => {
    settle.current?.(false)
    setMessage(next)
    return new Promise<boolean>((resolve) => {
      settle.current = resolve
    })
  }, [])
  const close = useCallback((confirmed: boolean) => {
    setMessage(undefined)
    settle.current?.(confirmed)
    settle.current = undefined
  }, [])
  const node = message && (
    <OnDemand layer load={loadDialog} onClose={() => close(false)}>
      {({ MessageDialog }) => <MessageDialog message={message} onClose={close} />}
    </OnDemand>
  )
  return [node, show]
}
