import { CircleCheck, Info, OctagonAlert, TriangleAlert, X } from "lucide-react"
import { useEffect } from "react"
import { Toaster as Sonner, toast as sonner } from "sonner"
import { Avatar } from "~/ui/parts/avatar"
import { Button, IconButton } from "~/ui/parts/button"
import { isRightToLeft } from "~/ui/parts/direction"
import { common } from "~/ui/parts/texts"
import { hostToasts, type Toast } from "~/ui/parts/toast"

const kinds = {
  success: { Icon: CircleCheck, color: "var(--success-ink)" },
  info: { Icon: Info, color: "var(--accent-ink)" },
  warn: { Icon: TriangleAlert, color: "var(--warn-ink)" },
  error: { Icon: OctagonAlert, color: "var(--danger-ink)" },
}

const ToastCard = ({ toast, onDismiss }: { toast: Toast; onDismiss(): void }) => {
  const { Icon, color } = kinds[toast.kind]
  const { onOpen } = toast
  const words = (
    <>
      <span dir="auto">{toast.text}</span>
      {toast.more && (
        <span className="secondary toast-more" dir="auto">
          {toast.more}
        </span>
      )}
    </>
  )
  return (
    <div className="toast" role={toast.kind === "error" ? "alert" : "status"}>
      {toast.person ? (
        <Avatar person={toast.person} size={28} />
      ) : (
        <Icon className="icon large" style={{ color }} aria-hidden="true" />
      )}
      {onOpen ? (
        <button
          type="button"
          className="toast-words"
          onClick={({ currentTarget }) => {
            // The library restores the focus, which must happen before the opened element takes it.
            currentTarget.blur()
            onDismiss()
            onOpen()
          }}
        >
          {words}
        </button>
      ) : (
        <div className="toast-words">{words}</div>
      )}
      {toast.action && (
        <Button
          size="small"
          onClick={() => {
            onDismiss()
            toast.action?.run()
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton small label={common.dismiss} onClick={onDismiss}>
        <X className="icon small" aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** Toasts at the upper end of a line, newest on top, at most three, paused on hover and focus. */
export const Toaster = () => {
  useEffect(
    () =>
      hostToasts({
        show: (toast) => {
          sonner.custom((id) => <ToastCard toast={toast} onDismiss={() => sonner.dismiss(id)} />, {
            id: toast.key,
            duration: toast.stays ? Number.POSITIVE_INFINITY : 5_000,
            unstyled: true,
          })
        },
        dismiss: (key) => void sonner.dismiss(key),
      }),
    [],
  )
  const rightToLeft = isRightToLeft()
  const end = rightToLeft ? "left" : "right"
  return (
    // Keeps toasts reachable for screen readers and pointers while a dialog is open.
    <div data-react-aria-top-layer="true">
      <Sonner
        position={`top-${end}`}
        dir={rightToLeft ? "rtl" : "ltr"}
        containerAriaLabel={common.toasts}
        visibleToasts={3}
        offset={{ top: 60, [end]: 16 }}
        mobileOffset={16}
        gap={8}
        style={{ fontFamily: "inherit" }}
      />
    </div>
  )
}
