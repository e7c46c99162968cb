import { useVirtualizer } from "@tanstack/react-virtual"
import clsx from "clsx"
import { CheckCheck, Volume2, VolumeX } from "lucide-react"
import { type RefObject, useEffect, useRef, useState } from "react"
import { notificationSound } from "~/client/memory/choices"
import type { Notifications } from "~/client/notification/notifications"
import type { Notification } from "~/contract/notification"
import { titleParts } from "~/rules/notification-title"
import { PushOffer } from "~/ui/notification/push-offer"
import { notificationTexts as words } from "~/ui/notification/texts"
import { Button, IconButton } from "~/ui/parts/button"
import { atTime } from "~/ui/parts/dates"
import { Failed } from "~/ui/parts/failed"
import { messageOf } from "~/ui/parts/message-of"
import { Popup } from "~/ui/parts/popup"
import { Loading } from "~/ui/parts/spinner"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast"
import { useObserved } from "~/ui/plan/board-context"

type PanelProps = {
  notifications: Notifications
  anchor: RefObject<HTMLButtonElement | null>
  onOpen(one: Notification): void
  onClose(): void
}

/** All notifications of the person, newest first, below the bell; a sheet on a phone. */
export const NotificationPanel = ({ notifications, anchor, onOpen, onClose }: PanelProps) => {
  const { list, unread = 0, failed, more } = useObserved(notifications.state)
  const [busy, setBusy] = useState(false)
  useEffect(() => void notifications.refresh(), [notifications])
  // Stays, and is not disabled: a button that has been pressed keeps the focus.
  const [wasUnread, setWasUnread] = useState(false)
  if (unread > 0 && !wasUnread) setWasUnread(true)
  const readAll = async () => {
    setBusy(true)
    try {
      await notifications.readAll()
    } catch (thrown) {
      showToast({ kind: "error", text: messageOf(thrown, words.notMarked) })
    }
    setBusy(false)
  }
  return (
    <Popup label={words.title} anchor={anchor} className="notifications" placement="bottom end" onClose={onClose}>
      <header>
        <h2>{words.title}</h2>
        <SoundSwitch />
        {(unread > 0 || wasUnread) && (
          <Button size="small" variant="ghost" busy={busy} aria-disabled={unread === 0} onClick={readAll}>
            <CheckCheck className="icon small" aria-hidden="true" />
            {words.markAllRead}
          </Button>
        )}
      </header>
      {failed && (
        <Failed text={list ? common.networkError : words.failed} onRetry={() => void notifications.refresh()} />
      )}
      {list === undefined ? (
        !failed && <Loading text={common.loading} />
      ) : list.length === 0 ? (
        <p className="empty">{words.empty}</p>
      ) : (
        <List list={list} more={more} onMore={notifications.loadMore} onOpen={onOpen} />
      )}
      <PushOffer />
    </Popup>
  )
}

const SoundSwitch = () => {
  const [on, setOn] = useState(notificationSound.on)
  const Icon = on ? Volume2 : VolumeX
  return (
    <IconButton
      small
      label={words.sound}
      aria-pressed={on}
      tip={words.soundHint}
      onClick={() => {
        notificationSound.set(!on)
        setOn(!on)
      }}
    >
      <Icon className="icon small" aria-hidden="true" />
    </IconButton>
  )
}

type ListProps = {
  list: readonly Notification[]
  more: boolean
  onMore(): Promise<void>
  onOpen(one: Notification): void
}

const estimatedRow = 58
/** Rows from the end at which older ones are loaded. */
const ahead = 10

const List = ({ list, more, onMore, onOpen }: ListProps) => {
  const scroll = useRef<HTMLDivElement>(null)
  const loading = useRef(false)
  const rows = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => estimatedRow,
    getItemKey: (at) => list[at]?.id ?? at,
    overscan: 5,
  })
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (!more || loading.current || last < list.length - ahead) return
    loading.current = true
    void onMore().finally(() => {
      loading.current = false
    })
  }, [more, last, list.length, onMore])
  return (
    <div ref={scroll} className="notification-scroll">
      <ul style={{ height: rows.getTotalSize() }}>
        {shown.map(({ key, index, start }) => {
          const one = list[index]
          return (
            one && (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                aria-setsize={more ? -1 : list.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
              >
                <button
                  type="button"
                  className={clsx("notification", !one.isRead && "unread")}
                  onClick={() => onOpen(one)}
                >
                  {!one.isRead && <span className="visually-hidden">{words.isUnread}</span>}
                  <span className="notification-title" dir="auto">
                    {titleParts(one.title, one.actor?.userName).map(({ text, strong }, nth) =>
                      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places
                      strong && !one.isRead ? <strong key={nth}>{text}</strong> : text,
                    )}
                  </span>
                  <span className="muted">{words.at(atTime(one.createdAt), one.planName || common.untitledPlan)}</span>
                </button>
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}
