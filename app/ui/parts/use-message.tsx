import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from "react"
import type { Message } from "~/ui/parts/message-dialog"

const MessageDialog = lazy(async () => ({ default: (await import("~/ui/parts/message-dialog")).MessageDialog }))

/**
 * `[node, show]`: render the node where the component is (inside its dialog, if it is one); `show` resolves to whether the
 * person went ahead. The dialog's code is loaded at the first message.
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
    <Suspense fallback={null}>
      <MessageDialog message={message} onClose={close} />
    </Suspense>
  )
  return [node, show]
}
