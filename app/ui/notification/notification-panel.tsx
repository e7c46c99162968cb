import { CheckCheck, Volume2, VolumeX } from "lucide-react"
import { type RefObject, useEffect, useState } from "react"
import { notificationSound } from "~/client/memory/choices"
import type { Notifications } from "~/client/notification/notifications"
import type { Notification } from "~/contract/notification-row"
import { NotificationList } from "~/ui/notification/notification-list"
import { PushOffer } from "~/ui/notification/push-offer"
import { notificationTexts as words } from "~/ui/notification/texts"
import { Button, IconButton } from "~/ui/parts/button"
import { Failed } from "~/ui/parts/empty-state"
import { Loading } from "~/ui/parts/loading"
import { Popup } from "~/ui/parts/popup"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast/toast"
import { useAttempt } from "~/ui/parts/use-attempt"
import { useObserved } from "~/ui/plan/board-context"

type PanelProps = {
  notifications: Notifications
  anchor: RefObject<HTMLButtonElement | null>
  /** Opens the first, and marks all of them read. */
  onOpen(all: readonly Notification[]): void
  onClose(): void
}

/** All notifications of the person, newest first, below the bell; a sheet on a phone. */
export const NotificationPanel = ({ notifications, anchor, onOpen, onClose }: PanelProps) => {
  const { list, unread = 0, failed, more } = useObserved(notifications.state)
  const { attempt, pending } = useAttempt(words.notMarked, (text) => showToast({ kind: "error", text }))
  useEffect(() => void notifications.refresh(), [notifications])
  // Stays, and is not disabled: a button that has been pressed keeps the focus.
  const [wasUnread, setWasUnread] = useState(false)
  if (unread > 0 && !wasUnread) setWasUnread(true)
  const readAll = () => attempt(() => notifications.readAll())
  return (
    <Popup
      label={common.notifications}
      anchor={anchor}
      className="notifications"
      placement="bottom end"
      onClose={onClose}
    >
      <header className="row rigid">
        <h2 className="grow">{common.notifications}</h2>
        <SoundSwitch />
        {(unread > 0 || wasUnread) && (
          <Button size="small" variant="ghost" busy={pending} aria-disabled={unread === 0} onClick={readAll}>
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
        <NotificationList list={list} more={more} onMore={notifications.loadMore} onOpen={onOpen} />
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
