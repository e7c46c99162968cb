import "./notification.css"
import { useNavigate } from "@remix-run/react"
import { type RefObject, useCallback, useContext, useEffect, useRef, useState } from "react"
import { call, callListPage } from "~/client/api"
import type { BoardReader } from "~/client/board/board-types"
import { type Follow, followPerson } from "~/client/live/person-live"
import { notificationSound } from "~/client/memory/choices"
import { cardOf } from "~/client/notification/groups"
import { type Notifications, openNotifications } from "~/client/notification/notifications"
import { claimForOneTab } from "~/client/notification/one-tab"
import { continuePush } from "~/client/notification/push-device"
import { onPushPressed } from "~/client/notification/pushed"
import { userTopic } from "~/contract/events"
import { notificationCalls } from "~/contract/notification"
import type { Notification, NotificationKind } from "~/contract/notification-row"
import { isRefusal } from "~/contract/problem"
import { type BoardLink, boardOfPlan } from "~/contract/shared/deep-link"
import { authorIn, excerptText, namedIn, notificationLink } from "~/rules/notification"
import { loadPanel } from "~/ui/notification/load-panel"
import { notificationTexts as words } from "~/ui/notification/texts"
import { chime } from "~/ui/parts/chime"
import { OnDemand } from "~/ui/parts/on-demand"
import { dismissToast, showToast, type Toast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { BoardContext } from "~/ui/plan/board-context"

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
  const openAll = useCallback(
    (of: Notifications, all: readonly Notification[]) => {
      const [newest] = all
      for (const one of all) of.read(one).catch((thrown: unknown) => notRead(of, thrown))
      if (newest) openLink(newest.planId, notificationLink(newest))
    },
    [openLink],
  )
  const store = useContext(BoardContext)?.session.store
  /** A toast whose card is gone opens nothing. */
  const openToast = useCallback(
    async (of: Notifications, one: Notification) => {
      if (isGone(store, one)) return of.refresh()
      try {
        await of.read(one)
      } catch (thrown) {
        if (isMissing(thrown)) return of.refresh()
        notRead(of, thrown)
      }
      openLink(one.planId, notificationLink(one))
    },
    [openLink, store],
  )
  const latest = useRef({ openLink, openToast, store })
  latest.current = { openLink, openToast, store }
  useEffect(() => store?.subscribe("any", () => dismissGone(store)), [store])
  useEffect(() => onPushPressed((planId, link) => latest.current.openLink(planId, link)), [])

  const shows = useRef(open)
  shows.current = open
  // Toasts would cover the panel.
  useEffect(() => {
    if (open) dismissAll()
  }, [open])

  useEffect(() => {
    const own: Notifications = openNotifications(
      {
        unread: () => call(notificationCalls.unread, { userId }),
        page: async (before) => {
          const { rows, next } = await callListPage(notificationCalls.list, { userId, ...(before ? { before } : {}) })
          return { rows, next }
        },
        read: ({ id, planId }) => call(notificationCalls.read, { id, planId }),
        readAll: (planId) => call(notificationCalls.readAll, { planId }),
      },
      // The open panel shows it.
      (one) => {
        const isThere = !isGone(latest.current.store, one)
        if (!shows.current) void toastOf(one, isThere, () => void latest.current.openToast(own, one))
      },
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
          onOpen={(all) => openAll(notifications, all)}
          onClose={onClose}
        />
      )}
    </OnDemand>
  )
}

/** Of notifications without an author. */
const toastKinds: Partial<Record<NotificationKind, Toast["kind"]>> = {
  dueSoon: "due",
  checkIn: "due",
  imported: "success",
  restored: "success",
}

const isMissing = (thrown: unknown) => isRefusal(thrown) && thrown.problem.status === 404

/** A notification that is gone by now, with its card or comment, is no fault. */
const notRead = (of: Notifications, thrown: unknown) => {
  if (isMissing(thrown)) void of.refresh()
  else showToast({ kind: "error", text: messageOf(thrown, words.notMarked) })
}

/** Whether the open plan is the notification's, and lacks its card. */
const isGone = (store: BoardReader | undefined, { planId, goalId, itemId, taskId }: Notification) => {
  if (!store || store.planId !== planId) return false
  if (taskId) return !store.task(taskId)
  return itemId ? !store.item(itemId) : goalId ? !store.goal(goalId) : false
}

/** The toasts that may be in sight, by their keys; `wasThere`: whether the board has had the card, which may arrive after its toast. */
const inSight = new Map<string, { one: Notification; wasThere: boolean }>()

const dismissAll = () => {
  for (const key of inSight.keys()) dismissToast(key)
  inSight.clear()
}

/** Takes away the toasts whose card has been deleted. */
const dismissGone = (store: BoardReader) => {
  for (const [key, toast] of inSight) {
    const gone = isGone(store, toast.one)
    if (!gone) toast.wasThere = true
    if (!gone || !toast.wasThere) continue
    dismissToast(key)
    inSight.delete(key)
  }
}

/** Notes on one card within this time replace each other's toast, ms. */
const together = 10_000

/** The newest toast of each card with comments: whose they are, and when it was shown. */
const lastOf = new Map<string, { key: string; at: number; authors: Set<number> }>()

/** In one tab of this browser only, however many are open. */
const toastOf = async (one: Notification, wasThere: boolean, onOpen: () => void) => {
  if (!(await claimForOneTab(`notification.${one.id}`))) return
  if (notificationSound.on()) chime()
  const { kind, actor, agent, title, planName } = one
  const isComment = kind === "comment" && actor
  const card = cardOf(one)
  const last = card === undefined ? undefined : lastOf.get(card)
  const follows = last && Date.now() - last.at < together ? last : undefined
  // The page that restored a version has said so.
  const own = kind === "restored" ? `restored.${one.planId}` : `notification.${one.id}`
  const key = follows?.key ?? own
  const authors = new Set([...(follows?.authors ?? []), actor?.id ?? 0])
  if (card !== undefined) lastOf.set(card, { key, at: Date.now(), authors })
  inSight.set(key, { one, wasThere })
  for (const old of [...inSight.keys()].slice(0, -20)) inSight.delete(old)
  const author = authorIn(one) ?? ""
  const many = authors.size > 1 && actor
  showToast({
    kind: toastKinds[kind] ?? "info",
    ...(actor?.id
      ? { person: { id: actor.id, userName: actor.userName, avatarUrl: actor.avatarUrl ?? null }, agent }
      : {}),
    text: many ? words.andOthers(author, authors.size - 1) : isComment ? words.commentAdded(author) : title,
    more: excerptText(one.excerpt) || (isComment && namedIn(title)) || planName,
    key,
    onOpen,
  })
}

export type BellProps = {
  userId: number
  /** The open plan's connection, null while it opens; absent where no plan is open. */
  follow?: Follow | null | undefined
  /** Opens something of a plan where it is on this page; false: it is on another. */
  onOpen?: ((planId: number, link: BoardLink | undefined) => boolean) | undefined
}
