import { useNavigate } from "@remix-run/react"
import { type RefObject, useCallback, useEffect, useRef, useState } from "react"
import { call, callPage } from "~/client/api"
import { followPerson } from "~/client/live/person-live"
import { notificationSound } from "~/client/memory/choices"
import { type Notifications, openNotifications } from "~/client/notification/notifications"
import { claimForOneTab } from "~/client/notification/one-tab"
import { continuePush } from "~/client/notification/push-device"
import { onPushPressed } from "~/client/notification/pushed"
import { type BoardLink, boardOfPlan } from "~/contract/deep-link"
import { userTopic } from "~/contract/events"
import { type Notification, type NotificationKind, notificationCalls } from "~/contract/notification"
import { notificationLink } from "~/rules/notification-link"
import { namedIn } from "~/rules/notification-title"
import type { BellProps } from "~/ui/notification/bell-props"
import { loadPanel } from "~/ui/notification/load-panel"
import { notificationTexts as words } from "~/ui/notification/texts"
import { chime } from "~/ui/parts/chime"
import { messageOf } from "~/ui/parts/message-of"
import { OnDemand } from "~/ui/parts/on-demand"
import { dismissToast, showToast, type Toast } from "~/ui/parts/toast"
import "./notification.css"

type HostProps = BellProps & {
  anchor: RefObject<HTMLButtonElement | null>
  open: boolean
  onClose(): void
  onUnread(count: number): void
}

/** Counts the person's notifications, shows a toast for each new one, and the panel while it is open. Import it lazily. */
export const NotificationHost = ({ userId, follow, onOpen, anchor, open, onClose, onUnread }: HostProps) => {
  const navigate = useNavigate()
  const [notifications, setNotifications] = useState<Notifications>()
  const opened = useRef(onOpen)
  opened.current = onOpen

  const openLink = useCallback(
    (planId: number, link: BoardLink | undefined) => {
      onClose()
      if (!opened.current?.(planId, link)) navigate(boardOfPlan(planId, link))
    },
    [navigate, onClose],
  )
  const openOne = useCallback(
    (of: Notifications, one: Notification) => {
      of.read(one).catch((thrown: unknown) => showToast({ kind: "error", text: messageOf(thrown, words.notMarked) }))
      openLink(one.planId, notificationLink(one))
    },
    [openLink],
  )
  const latest = useRef({ openLink, openOne })
  latest.current = { openLink, openOne }
  useEffect(() => onPushPressed((planId, link) => latest.current.openLink(planId, link)), [])

  const shows = useRef(open)
  shows.current = open
  // Toasts would cover the panel.
  useEffect(() => {
    if (open) for (const key of toastKeys.splice(0)) dismissToast(key)
  }, [open])

  useEffect(() => {
    const own: Notifications = openNotifications(
      {
        unread: () => call(notificationCalls.unread, { userId }),
        page: async (before) => {
          const { rows, next } = await callPage(notificationCalls.list, { userId, ...(before ? { before } : {}) })
          return { rows, next }
        },
        read: ({ id, planId }) => call(notificationCalls.read, { id, planId }),
        readAll: (planId) => call(notificationCalls.readAll, { planId }),
      },
      // The open panel shows it.
      (one) => !shows.current && void toastOf(one, () => latest.current.openOne(own, one)),
    )
    const follower = { onMessage: own.receive, onJoined: () => void own.refresh() }
    const following = follow ? follow(userTopic(userId), follower) : followPerson(userId, follower)
    const show = () => onUnread(own.state.get().unread ?? 0)
    const stop = own.state.subscribe(show)
    void own.refresh()
    void continuePush(userId).catch(() => {})
    setNotifications(own)
    return () => {
      stop()
      following.close()
      own.close()
    }
  }, [userId, follow, onUnread])

  if (!open || !notifications) return null
  return (
    <OnDemand layer load={loadPanel} onClose={onClose}>
      {({ NotificationPanel }) => (
        <NotificationPanel
          notifications={notifications}
          anchor={anchor}
          onOpen={(one) => openOne(notifications, one)}
          onClose={onClose}
        />
      )}
    </OnDemand>
  )
}

/** Of notifications that nobody else has caused. */
const toastKinds: Partial<Record<NotificationKind, Toast["kind"]>> = {
  dueSoon: "due",
  imported: "success",
  restored: "success",
}

/** The keys of toasts that may be in sight. */
const toastKeys: string[] = []

/** In one tab of this browser only, however many are open. */
const toastOf = async (one: Notification, onOpen: () => void) => {
  if (!(await claimForOneTab(`notification.${one.id}`))) return
  if (notificationSound.on()) chime()
  const { kind, actor, title, planName } = one
  const isComment = kind === "comment" && actor
  // The page that restored a version has said so.
  const key = kind === "restored" ? `restored.${one.planId}` : `notification.${one.id}`
  toastKeys.push(key)
  toastKeys.splice(0, toastKeys.length - 20)
  showToast({
    kind: toastKinds[kind] ?? "info",
    ...(actor?.id ? { person: { id: actor.id, userName: actor.userName } } : {}),
    text: isComment ? words.commentAdded(actor.userName) : title,
    more: (isComment && namedIn(title)) || planName,
    key,
    onOpen,
  })
}
