import { Bell } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { loadPanel } from "~/ui/notification/load-panel"
import type { BellProps } from "~/ui/notification/notification-host"
import { CountBadge, shownCount } from "~/ui/parts/badge"
import { IconButton } from "~/ui/parts/button"
import { idleAfter, OnDemand, preload } from "~/ui/parts/on-demand"
import { common } from "~/ui/parts/texts"

const loadHost = () => import("~/ui/notification/notification-host")

/** The bell with the number of unread notifications. What it counts and shows is loaded when the page is idle. */
export const NotificationBell = ({ userId, follow, onOpen }: BellProps) => {
  const button = useRef<HTMLButtonElement>(null)
  const [loading, setLoading] = useState(false)
  const [open, setOpen] = useState(false)
  const [unread, setUnread] = useState(0)
  useEffect(() => {
    const idle = setTimeout(() => setLoading(true), idleAfter)
    return () => clearTimeout(idle)
  }, [])
  return (
    <>
      <IconButton
        ref={button}
        label={unread > 0 ? `${common.notifications}, ${common.unreadCount(shownCount(unread))}` : common.notifications}
        aria-haspopup="dialog"
        aria-expanded={open}
        tip={unread > 0 ? common.unreadCount(String(unread)) : common.notifications}
        onPointerEnter={() => void preload(loadPanel)}
        onClick={() => {
          setLoading(true)
          setOpen(true)
        }}
      >
        <Bell className="icon" aria-hidden="true" />
        <CountBadge count={unread} at="icon" />
      </IconButton>
      {loading && follow !== null && (
        <OnDemand
          layer={open}
          load={loadHost}
          onClose={() => setOpen(false)}
          onFailed={() => {
            setOpen(false)
            setLoading(false)
          }}
        >
          {({ NotificationHost }) => (
            <NotificationHost
              userId={userId}
              follow={follow}
              onOpen={onOpen}
              anchor={button}
              open={open}
              onClose={() => setOpen(false)}
              onUnread={setUnread}
            />
          )}
        </OnDemand>
      )}
    </>
  )
}
