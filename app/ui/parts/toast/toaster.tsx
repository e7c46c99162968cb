import { Calendar, CircleCheck, Info, OctagonAlert, TriangleAlert, X } from "lucide-react"
import {
  createContext,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react"
import { Toaster as Sonner, toast as sonner, useSonner } from "sonner"
import { Button, IconButton } from "~/ui/parts/button"
import { isRightToLeft } from "~/ui/parts/direction"
import { DoneBy } from "~/ui/parts/done-by"
import { common } from "~/ui/parts/texts"
import { hostToasts, type Toast } from "~/ui/parts/toast/toast"

const kinds = {
  success: { Icon: CircleCheck, color: "var(--success-ink)" },
  info: { Icon: Info, color: "var(--accent-ink)" },
  due: { Icon: Calendar, color: "var(--warn-ink)" },
  warn: { Icon: TriangleAlert, color: "var(--warn-ink)" },
  error: { Icon: OctagonAlert, color: "var(--danger-ink)" },
}

/** Toasts in sight at a time. */
const most = 3
/** How long a toast is shown, ms. */
const shownFor = 5_000

type ToastCardProps = { toast: Toast; id: string | number; onDismiss(): void }

const ToastCard = ({ toast, id, onDismiss }: ToastCardProps) => {
  const { Icon, color } = kinds[toast.kind]
  const { onOpen } = toast
  useToastTime(toast, toast.stays ? Number.POSITIVE_INFINITY : shownFor, onDismiss)
  const words = (
    <>
      <span className={toast.more ? "strong" : undefined} dir="auto">
        {toast.text}
      </span>
      {toast.more && (
        <span className="secondary toast-more breaks clamped" dir="auto" tabIndex={toast.stays ? 0 : undefined}>
          {toast.more}
        </span>
      )}
    </>
  )
  return (
    <div
      className={toast.stays ? "toast stays anchor" : "toast anchor"}
      role={toast.kind === "error" ? "alert" : "status"}
    >
      {toast.person ? (
        <DoneBy person={toast.person} agent={toast.agent} size={24} />
      ) : (
        <Icon className="icon large" style={{ color }} aria-hidden="true" />
      )}
      {onOpen ? (
        <button
          type="button"
          className="toast-words grid slim"
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
        <div className="toast-words grid slim">{words}</div>
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
      <MoreToasts id={id} />
    </div>
  )
}

/** Below the last toast in sight: how many older ones there are. */
const MoreToasts = ({ id }: Pick<ToastCardProps, "id">) => {
  const { toasts } = useSonner()
  if (toasts.length <= most || toasts[most - 1]?.id !== id) return null
  return <p className="more-toasts numeric fine secondary">{common.moreToasts(toasts.length - most)}</p>
}

/** Toasts at the upper end of a line, newest on top, three and the number of older ones, paused on hover and focus. */
export const Toaster = () => {
  const region = useRef<HTMLDivElement>(null)
  const pause = useToastPause(region)
  useEffect(
    () =>
      hostToasts({
        show: (toast) => {
          sonner.custom((id) => <ToastCard toast={toast} id={id} onDismiss={() => sonner.dismiss(id)} />, {
            id: toast.key,
            // The library's own time doesn't rest while a toast has the focus.
            duration: Number.POSITIVE_INFINITY,
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
    // biome-ignore lint/a11y/noStaticElementInteractions: what is hovered or focused in it counts
    <div
      ref={region}
      data-react-aria-top-layer="true"
      onPointerEnter={pause.look}
      onPointerLeave={pause.look}
      onFocus={pause.look}
      onBlur={pause.look}
    >
      <ToastPause.Provider value={pause}>
        <Sonner
          position={`top-${end}`}
          dir={rightToLeft ? "rtl" : "ltr"}
          containerAriaLabel={common.notifications}
          visibleToasts={most}
          expand
          offset={{ top: 60, [end]: 16 }}
          mobileOffset={{ top: "calc(16px + env(safe-area-inset-top))", left: 16, right: 16, bottom: 16 }}
          gap={8}
          style={{ fontFamily: "inherit" }}
        />
      </ToastPause.Provider>
    </div>
  )
}

type Pause = {
  paused: boolean
  /** Looks again whether something is hovered or focused. */
  look(): void
}

export const ToastPause = createContext<Pause>({ paused: false, look: () => {} })

/** Whether toasts are paused: while one of them is hovered or has the focus, and in a hidden tab. */
export const useToastPause = (region: RefObject<HTMLElement | null>): Pause => {
  const [paused, setPaused] = useState(false)
  const look = useCallback(() => {
    const { current } = region
    setPaused(document.hidden || (!!current && (current.matches(":hover") || current.contains(document.activeElement))))
  }, [region])
  useEffect(() => {
    document.addEventListener("visibilitychange", look)
    return () => document.removeEventListener("visibilitychange", look)
  }, [look])
  return { paused, look }
}

/** Ends a toast after `ms` of not being paused, counted again for each `toast`. */
export const useToastTime = (toast: object, ms: number, onEnd: () => void) => {
  const { paused, look } = useContext(ToastPause)
  const left = useRef(ms)
  const end = useRef(onEnd)
  end.current = onEnd
  // biome-ignore lint/correctness/useExhaustiveDependencies: another toast under the same key
  useLayoutEffect(() => {
    left.current = ms
  }, [toast, ms])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another toast under the same key
  useEffect(() => {
    if (paused || ms === Number.POSITIVE_INFINITY) return
    const began = Date.now()
    const timer = setTimeout(() => end.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - began
    }
  }, [paused, toast, ms])
  // An element that is removed fires no event when it loses the focus.
  useEffect(() => look, [look])
}
