import * as z from "zod/mini"
import type { UserEventPayload } from "~/contract/event-payload"
import { type Notification, notification } from "~/contract/notification-row"
import { type Observable, observable } from "../observable"

export type NotificationState = {
  /** In all plans; undefined until it is known. */
  unread: number | undefined
  /** Newest first; undefined until the first page is there. */
  list: readonly Notification[] | undefined
  /** The last load got no answer. */
  failed: boolean
  /** There are older ones. */
  more: boolean
}

export type ListPage = { rows: readonly Notification[]; next: number | undefined }

export type Calls = {
  unread(): Promise<{ total: number; byPlan: Record<string, number> }>
  page(before?: number): Promise<ListPage>
  read(one: Pick<Notification, "id" | "planId">): Promise<unknown>
  readAll(planId: number): Promise<unknown>
}

export type Notifications = {
  state: Observable<NotificationState>
  /** Loads the count and the first page again, and drops older pages, which may have changed unheard. */
  refresh(): Promise<void>
  /** Loads the page of older ones. */
  loadMore(): Promise<void>
  /** Shown as read at once; rejects, and shows it unread again, when that fails. */
  read(one: Notification): Promise<void>
  readAll(): Promise<void>
  /** A message on the person's own topic. */
  receive(event: string, payload: UserEventPayload): void
  close(): void
}

/** Events that arrive together are one load, ms. */
const gather = 100

const nothing: NotificationState = { unread: undefined, list: undefined, failed: false, more: false }

/** Newest first, each once; of two versions of one, a read one is the later. */
export const withRows = (list: readonly Notification[], rows: readonly Notification[]): readonly Notification[] => {
  const byId = new Map(list.map((one) => [one.id, one]))
  for (const row of rows) byId.set(row.id, byId.get(row.id)?.isRead ? { ...row, isRead: true } : row)
  return [...byId.values()].sort((a, b) => b.id - a.id)
}

const oldestOf = ({ rows, next }: ListPage) => (next === undefined ? 0 : (rows.at(-1)?.id ?? 0))

/** The first page, loaded again: what it no longer has among its own ids is gone. */
const withListPage = (list: readonly Notification[], page: ListPage, keepsOlder: boolean) => {
  const oldest = oldestOf(page)
  const there = new Set(page.rows.map(({ id }) => id))
  return withRows(
    list.filter(({ id }) => (keepsOlder && id < oldest) || there.has(id)),
    page.rows,
  )
}

/** The badge counts at least what the list shows as unread, and exactly that when the list is whole. */
const agreed = (state: NotificationState): NotificationState => {
  if (state.unread === undefined || !state.list) return state
  const shown = state.list.filter(({ isRead }) => !isRead).length
  return { ...state, unread: state.more ? Math.max(state.unread, shown) : shown }
}

/**
 * The person's notifications of all plans. Events and own actions show at once in badge and list, and each is followed by a
 * load, so that both agree with the server and with other tabs. The list has no gaps: what is loaded is the newest.
 */
export const openNotifications = (calls: Calls, onArrived: (one: Notification) => void): Notifications => {
  const state = observable(nothing)
  let closed = false
  let loading: Promise<void> | undefined
  let again = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Marked read here; a load that began before may still call them unread. */
  const readHere = new Set<number>()
  /** Those whose event has come. A load may bring one before its event does. */
  const arrived = new Set<number>()
  /** The newest that a page had: from there on the list is as it was loaded. */
  let covered = 0
  /** The next load drops older pages. */
  let dropsOlder = false

  const change = (next: Partial<NotificationState>) => {
    if (!closed) state.set(agreed({ ...state.get(), ...next }))
  }
  const known = (rows: readonly Notification[]) =>
    rows.map((row) => (readHere.has(row.id) ? { ...row, isRead: true } : row))

  const load = async () => {
    const drops = dropsOlder
    dropsOlder = false
    try {
      const before = new Set(readHere)
      const [{ total }, page] = await Promise.all([calls.unread(), calls.page()])
      // Notifications marked read while it loaded are counted by the next load.
      if (readHere.size > before.size) again = true
      const { list = [], more } = state.get()
      const keepsOlder = !drops && oldestOf(page) <= covered
      const rows = withListPage(list, { ...page, rows: known(page.rows) }, keepsOlder)
      covered = page.rows[0]?.id ?? covered
      const hasOlder = rows.length > page.rows.length
      change({ unread: total, list: rows, failed: false, more: hasOlder ? more : page.next !== undefined })
    } catch {
      dropsOlder ||= drops
      change({ failed: true })
    }
  }

  const reload = (): Promise<void> => {
    clearTimeout(timer)
    if (loading) {
      again = true
      return loading
    }
    loading = (async () => {
      do {
        again = false
        await load()
      } while (again && !closed && !state.get().failed)
    })().finally(() => {
      loading = undefined
    })
    return loading
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void reload(), gather)
  }
  const refresh = () => {
    dropsOlder = true
    return reload()
  }

  const setRead = (ids: ReadonlySet<number>, isRead: boolean) => {
    const { list = [], unread = 0 } = state.get()
    const changed = list.filter((one) => ids.has(one.id) && one.isRead !== isRead).length
    change({
      list: list.map((one) => (ids.has(one.id) ? { ...one, isRead } : one)),
      unread: Math.max(0, unread + (isRead ? -changed : changed)),
    })
  }

  const loadMore = async (): Promise<void> => {
    const { list = [], more } = state.get()
    const last = list.at(-1)
    if (!more || !last) return
    try {
      const page = await calls.page(last.id)
      // A refresh has shortened the list: load the page that follows what is left.
      if (state.get().list?.at(-1)?.id !== last.id) return await loadMore()
      change({
        list: withRows(state.get().list ?? [], known(page.rows)),
        more: page.next !== undefined,
        failed: false,
      })
    } catch {
      change({ failed: true })
    }
  }

  return {
    state,
    refresh,
    loadMore,
    read: async (one) => {
      if (one.isRead) return
      const ids = new Set([one.id])
      readHere.add(one.id)
      setRead(ids, true)
      try {
        await calls.read(one)
      } catch (thrown) {
        readHere.delete(one.id)
        setRead(ids, false)
        throw thrown
      } finally {
        soon()
      }
    },
    readAll: async () => {
      const shown = (state.get().list ?? []).filter(({ isRead }) => !isRead)
      const { byPlan } = await calls.unread()
      try {
        for (const planId of Object.keys(byPlan).map(Number)) {
          await calls.readAll(planId)
          const ids = new Set(shown.filter((one) => one.planId === planId).map(({ id }) => id))
          for (const id of ids) readHere.add(id)
          setRead(ids, true)
        }
      } finally {
        await refresh()
      }
    },
    receive: (event, payload) => {
      if (event !== "SendNotificationToUser" && event !== "UpdateNotifications") return
      if (closed) return
      const row = z.nullable(notification).safeParse(payload.data)
      if (row.success && row.data) {
        const { list, unread, more } = state.get()
        const [one = row.data] = known([row.data])
        const had = list?.find(({ id }) => id === one.id)
        const isOlder = more && one.id < (list?.at(-1)?.id ?? 0)
        const isSent = event === "SendNotificationToUser"
        const counts = had ? (!had.isRead && one.isRead ? -1 : 0) : isSent && !one.isRead ? 1 : 0
        const isNew = isSent && !arrived.has(one.id) && !had?.isRead
        if (isSent) arrived.add(one.id)
        change({
          ...(list && !isOlder && { list: withRows(list, [one]) }),
          ...(unread !== undefined && { unread: Math.max(0, unread + counts) }),
        })
        if (isNew) onArrived(row.data)
      } else if (row.success) dropsOlder = true
      soon()
    },
    close: () => {
      closed = true
      clearTimeout(timer)
    },
  }
}
