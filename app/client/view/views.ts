// viewsOf(): the saved views of an open plan, with what is changed here and not sent yet.
import { call, clientId } from "~/client/api"
import type { Reversal } from "~/client/board/history"
import { temporaryId } from "~/client/board/temporary-ids"
import { type Observable, observable } from "~/client/observable"
import { copyOf } from "~/client/offline/copy"
import { isView } from "~/client/outbox/outbox"
import type { ViewCall, ViewEntry } from "~/client/outbox/outbox-entry"
import type { PlanSession } from "~/client/plan-session"
import { type View, viewCalls } from "~/contract/view"
import { orderBehind } from "~/rules/decide"
import { isSameFilter } from "~/rules/filter"

type Fields = Pick<View, "name" | "shared" | "layout" | "filter">

export type Views = {
  /** In their order; undefined until they are loaded, or this browser's copy is read. */
  list: Observable<readonly View[] | undefined>
  /** They could not be loaded, and there is no copy. */
  failed: Observable<boolean>
  load(): Promise<void>
  /** The view by this id, or by the temporary one that it had. */
  find(id: number): View | undefined
  /** The id that a view made here had first, else its own: it stays when the server gives the view its id. */
  keyOf(id: number): number
  create(fields: Fields): View
  change(id: number, fields: Partial<Fields>): void
  /** Returns what brings it back. */
  remove(id: number): () => void
}

type Unsent<Each> = Each extends ViewCall ? Omit<Each, "ref" | "clientId"> : never

const opened = new WeakMap<PlanSession, Views>()

export const viewsOf = (session: PlanSession, userId: number): Views => {
  const known = opened.get(session) ?? openViews(session, userId)
  opened.set(session, known)
  return known
}

const inOrder = (a: View, b: View) => a.order - b.order || a.id - b.id

/** The views once the entry is accepted. */
const after =
  (userId: number, realId: (id: number) => number) =>
  (views: readonly View[], entry: ViewEntry): readonly View[] => {
    if (entry.name === "view.create") {
      const { name, shared = false, layout = "board", filter = {}, order, planId } = entry.input
      const view = { id: entry.newId, planId, ownerId: userId, name, shared, layout, filter }
      const made = { ...view, order: orderBehind(views, order) }
      return [...views, made].sort(inOrder)
    }
    const id = realId(entry.input.id)
    if (entry.name === "view.remove") return views.filter((view) => view.id !== id)
    const fields = Object.fromEntries(Object.entries(entry.input).filter(([, value]) => value !== undefined))
    return views.map((view) => (view.id === id ? { ...view, ...fields, id } : view))
  }

const openViews = (session: PlanSession, userId: number): Views => {
  const { planId, outbox, history } = session
  const copy = copyOf<readonly View[]>(planId, "views")
  const list = observable<readonly View[] | undefined>(undefined)
  const failed = observable(false)
  /** Ids of the server, by temporary ones. */
  const realIds = new Map<number, number>()
  /** Temporary ids, by those of the server. */
  const keys = new Map<number, number>()
  /** Ids of views that were made again, by their former ones. */
  const remade = new Map<number, number>()
  /** What takes a change out of the history, by its ref. */
  const forget = new Map<string, () => void>()
  /** As the server has them. */
  let stored: readonly View[] | undefined
  /** Whether the server's list was read, or this browser's copy. */
  let isWhole = false
  let asked = 0
  let latest: Promise<void> | undefined

  const realId = (id: number) => realIds.get(id) ?? id
  const resolve = (id: number): number => {
    const next = remade.get(id) ?? remade.get(realId(id))
    return next === undefined ? realId(id) : resolve(next)
  }

  const show = () => {
    const pending = outbox.views.get().filter((entry) => entry.planId === planId)
    if (stored || pending.length > 0 || list.get()) list.set(pending.reduce(after(userId, realId), stored ?? []))
  }

  const take = (views: readonly View[]) => {
    stored = views
    if (isWhole) copy.keep(views)
    show()
  }

  const recalled = copy.recall().then((views) => {
    if (stored || !views) return
    isWhole = true
    take(views)
  })

  /** Ends once the newest list has been read, also where another load has overtaken this one. */
  const load = (): Promise<void> => {
    latest = loadNow()
    return latest
  }

  const loadNow = async (): Promise<void> => {
    const ticket = ++asked
    try {
      const views = await call(viewCalls.list, { planId })
      if (ticket !== asked) return latest
      isWhole = true
      take(views)
      failed.set(false)
    } catch {
      await recalled
      if (ticket !== asked) return latest
      failed.set(list.get() === undefined)
    }
  }

  const settle = (entry: ViewEntry, answer: View | undefined) => {
    if (entry.name === "view.create" && answer) {
      realIds.set(entry.newId, answer.id)
      keys.set(answer.id, entry.newId)
    }
    const id = entry.name === "view.remove" ? realId(entry.input.id) : answer?.id
    const others = stored?.filter((view) => view.id !== id) ?? []
    take([...others, ...(answer ? [answer] : [])].sort(inOrder))
    // A list that is being loaded may be older; and of one that was not loaded, only this is known.
    if (asked > 0 || !isWhole) void load()
  }

  outbox.listen((event) => {
    const { entry, kind } = event
    if (entry.planId !== planId || !isView(entry)) return
    if (kind === "settled") settle(entry, event.answer as View | undefined)
    if (kind === "refused") forget.get(entry.ref)?.()
  })
  outbox.views.subscribe(show)
  session.onEvent((event) => {
    if (asked > 0 && (!event || event.event.startsWith("View"))) void load()
  })
  session.live.subscribe(() => {
    if (asked > 0 && session.live.get() === "Connected") void load()
  })
  show()

  const find = (id: number) => list.get()?.find((view) => view.id === resolve(id))

  const send = (given: Unsent<ViewCall>) =>
    outbox.add({ ...given, ref: crypto.randomUUID(), clientId, planId } as ViewCall & { planId: number }).ref

  const add = ({ name, shared, layout, filter }: Fields, order?: number) => {
    const newId = temporaryId()
    const input = { planId, name, shared, layout, filter, ...(order !== undefined && { order }) }
    const ref = send({ name: "view.create", newId, input })
    return { ref, view: find(newId) as View }
  }
  const drop = ({ id }: View) => send({ name: "view.remove", input: { planId, id } })
  const set = ({ id }: View, fields: Partial<Fields>) => send({ name: "view.update", input: { planId, id, ...fields } })

  const unmake =
    (id: number): Reversal =>
    () => {
      const view = find(id)
      if (!view) return { why: "gone" }
      drop(view)
      return { back: remake(view) }
    }
  const remake =
    (view: View): Reversal =>
    () => {
      const made = add(view, view.order).view
      remade.set(view.id, made.id)
      return { back: unmake(made.id) }
    }
  const setBack =
    (id: number, fields: Partial<Fields>, expected: Partial<Fields>): Reversal =>
    () => {
      const view = find(id)
      if (!view) return { why: "gone" }
      if (!has(view, expected)) return { why: "changed", name: view.name }
      set(view, fields)
      return { back: setBack(id, expected, fields) }
    }

  return {
    list,
    failed,
    load,
    find,
    keyOf: (id) => keys.get(id) ?? id,
    create: (fields) => {
      const { ref, view } = add(fields)
      forget.set(ref, history.also(unmake(view.id)))
      return view
    },
    change: (id, fields) => {
      const view = find(id)
      if (!view) return
      forget.set(set(view, fields), history.also(setBack(id, pick(view, fields), fields)))
    },
    remove: (id) => {
      const view = find(id)
      if (!view) return () => {}
      const ref = drop(view)
      const bringBack = remake(view)
      const forgetIt = history.also(bringBack)
      forget.set(ref, forgetIt)
      return () => {
        forgetIt()
        bringBack()
      }
    },
  }
}

const has = (view: View, { filter, ...fields }: Partial<Fields>) =>
  (!filter || isSameFilter(view.filter, filter)) &&
  Object.entries(fields).every(([key, value]) => view[key as keyof Fields] === value)

const pick = (view: View, fields: Partial<Fields>): Partial<Fields> =>
  Object.fromEntries(Object.keys(fields).map((key) => [key, view[key as keyof Fields]]))
