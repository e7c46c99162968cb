import type { Comment } from "~/contract/comment"
import type { LoggedEvent } from "~/contract/event-payload"
import type { Threads as Tree } from "~/contract/threads"
import { isLater } from "../comment/newest"
import { type Observable, observable } from "../observable"
import type { Copy } from "../offline/copy"

export type ThreadState = {
  comments: ReadonlyMap<number, Comment>
  loading: boolean
  failed: boolean
}

export type Threads = {
  state: Observable<ThreadState>
  /** Loads the comments again; those shown stay until the answer. */
  load(): void
  /** An event of the plan; undefined: anything may have changed. */
  receive(event: LoggedEvent | undefined): void
  put(comment: Comment): void
  drop(id: number): void
}

/** A page of the plan's comments; `next` is what the following one continues after. */
export type LoadListPage = (before: number | undefined) => Promise<{ rows: Tree; next?: number | undefined }>

const commentsOf = ({ goals }: Tree): Comment[] =>
  goals.flatMap(({ comments, items }) => [
    ...comments,
    ...items.flatMap(({ comments, tasks }) => [...comments, ...tasks.flatMap(({ comments }) => comments)]),
  ])

/** A larger plan's comments would take longer to read than to load. */
const mostCopied = 5_000

/** All comments of a plan, merged by id across list pages and updated by events. */
export const openThreads = (loadPage: LoadListPage, copy?: Copy<readonly Comment[]>): Threads => {
  const state = observable<ThreadState>({ comments: new Map(), loading: true, failed: false })
  const set = (change: Partial<ThreadState>) => state.set({ ...state.get(), ...change })
  /** Comments being loaded, and those changed by events since: a list page may be older than the events. */
  let loading: { fresh: Map<number, Comment>; dropped: Set<number>; again: boolean } | undefined

  let answered = false

  const putInto = (comments: Map<number, Comment>, comment: Comment) => {
    if (!isLater(comments.get(comment.id), comment)) comments.set(comment.id, comment)
  }

  const keep = () => {
    const { comments } = state.get()
    if (comments.size <= mostCopied) copy?.keep([...comments.values()])
  }

  const showCopy = async () => {
    const copied = await copy?.recall()
    if (copied && !answered && state.get().comments.size === 0)
      set({ comments: new Map(copied.map((each) => [each.id, each])) })
  }

  const load = async () => {
    if (loading) {
      loading.again = true
      return
    }
    const current = { fresh: new Map<number, Comment>(), dropped: new Set<number>(), again: false }
    loading = current
    set({ loading: true, failed: false })
    void showCopy()
    try {
      let before: number | undefined
      do {
        const { rows, next } = await loadPage(before)
        for (const comment of commentsOf(rows)) if (!current.dropped.has(comment.id)) putInto(current.fresh, comment)
        before = next
        // The first time, each page shows as it arrives.
        if (before !== undefined) set({ comments: new Map([...state.get().comments, ...current.fresh]) })
      } while (before !== undefined)
      answered = true
      set({ comments: current.fresh })
      keep()
    } catch {
      await showCopy()
      set({ failed: true })
    } finally {
      loading = undefined
      set({ loading: false })
      if (current.again) void load()
    }
  }

  const put = (comment: Comment) => {
    if (loading) putInto(loading.fresh, comment)
    const comments = new Map(state.get().comments)
    putInto(comments, comment)
    set({ comments })
    keep()
  }

  const drop = (id: number) => {
    loading?.dropped.add(id)
    loading?.fresh.delete(id)
    const comments = new Map(state.get().comments)
    if (comments.delete(id)) set({ comments })
    keep()
  }

  return {
    state,
    load: () => void load(),
    receive: (event) => {
      if (event && !/Comment(Added|Updated|Deleted)$/.test(event.event)) return
      const comment = event?.payload.data as Comment | null | undefined
      // A large comment's event comes without it.
      if (!event || !comment) return void load()
      if (event.event === "CommentDeleted") drop(comment.id)
      else put(comment)
    },
    put,
    drop,
  }
}
