import { boardChanged, linkTopic } from "~/contract/events"
import type { Board } from "~/contract/plan"
import { isRefusal } from "~/contract/problem"
import { type PublicBoard, publicCalls } from "~/contract/public-link"
import { call, isOffline } from "./api"
import { openBoardStore } from "./board/board-store"
import { openLive } from "./live/live"
import type { PlanSession } from "./plan-session"
import { readOnlySession } from "./read-only-session"

export type VisitOptions = {
  linkId: number
  /** What the link's page makes calls with. */
  visitKey: string
  /** The link has ended. */
  onEnded(): void
}

const longAgo = "1970-01-01T00:00:00.000Z"

const numbers = new Map<string, number>()

/** Visitors learn no ids of people; cards distinguish owners by the number of their name on this page. */
const numbered = (owner: PublicBoard["items"][number]["owner"]) => {
  if (!owner) return null
  const id = numbers.get(owner.userName) ?? numbers.size + 1
  numbers.set(owner.userName, id)
  return { id, ...owner }
}

/** A visitor's board in the shape of a member's. Fields that visitors may not see are empty. */
const boardOf = ({ seq, plan, goals, items, tasks }: PublicBoard): Board => {
  const completed = new Set(items.flatMap(({ id, completedDate }) => (completedDate === null ? [] : id)))
  return {
    seq,
    members: [],
    plan: {
      ...plan,
      ownerId: 0,
      ownerName: "",
      type: 0,
      planRole: null,
      lastEdit: longAgo,
      lastSnapshot: null,
      snapshotDescription: null,
      aiInstructions: "",
      aiEnabled: false,
      imageUrl: "",
      integrationEnabled: false,
      createdDate: longAgo,
      isDraft: false,
    },
    goals: goals.map((goal) => ({
      ...goal,
      planId: plan.id,
      explanation: "",
      createdDate: longAgo,
      modifiedDate: longAgo,
      createdBy: { id: null, userName: "" },
      isDraft: false,
      type: 0,
      iconName: null,
      imageBase64: null,
      videoLink: null,
      downloadLink: null,
    })),
    items: items.map((item) => ({
      ...item,
      owner: numbered(item.owner),
      planId: plan.id,
      completed: item.completedDate !== null,
      focusDate: item.focus ? longAgo : null,
      dotVoting: 0,
      createdById: null,
      createdDate: longAgo,
      modifiedDate: longAgo,
      type: 0,
      isDraft: false,
      attachmentCount: 0,
    })),
    tasks: tasks.map((task) => ({
      ...task,
      planId: plan.id,
      ownColor: null,
      complete: task.type === 2,
      createdDate: longAgo,
      modified: longAgo,
      owner: numbered(task.owner),
      ownerId: numbered(task.owner)?.id ?? null,
      attachmentCount: 0,
      isDraft: false,
      readOnly: completed.has(task.itemId),
    })),
  }
}

/** Between the end of one load of the board and the next, ms; or this many times as long as the last load took. */
const pause = 300
const pauseShare = 4

/**
 * The board of a public link, read only. Events only say that it changed, so it is loaded again: at once after a quiet
 * time, otherwise after a pause.
 */
export const openVisit = ({ linkId, visitKey, onEnded }: VisitOptions) => {
  const options = { visitKey, onSignedOut: onEnded }
  let live: ReturnType<typeof openLive> | undefined
  let closed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const close = () => {
    closed = true
    clearTimeout(timer)
    live?.close()
  }
  const ended = () => {
    if (closed) return
    close()
    onEnded()
  }

  const open = async (): Promise<PlanSession> => {
    const first = boardOf(await call(publicCalls.board, {}, options))
    const planId = first.plan.id
    const store = openBoardStore(planId)
    store.load(first)

    let loading: Promise<void> | undefined
    let free = 0
    let isAnswered = true
    const load = async () => {
      const began = performance.now()
      try {
        const board = boardOf(await call(publicCalls.board, {}, options))
        isAnswered = true
        if (!closed && board.seq >= store.seq()) store.load(board)
      } catch (thrown) {
        isAnswered = !isOffline(thrown)
        if (isRefusal(thrown) && thrown.problem.status === 404) ended()
      }
      free = performance.now() + Math.max(pause, pauseShare * (performance.now() - began))
    }
    const refresh = () => {
      loading ??= load().finally(() => {
        loading = undefined
      })
      return loading
    }
    const refreshSoon = () => {
      if (closed || timer !== undefined) return
      const run = () => {
        timer = undefined
        // A running load may read older rows.
        if (loading) void loading.then(refreshSoon)
        else void refresh()
      }
      timer = setTimeout(run, Math.max(0, free - performance.now()))
    }

    live = openLive({
      topic: linkTopic(linkId),
      ticket: (refused) => call(publicCalls.realtimeTicket, { refused }, options),
      onMessage: (event, sent) => {
        if (event === boardChanged && (sent as { seq: number }).seq > store.seq()) refreshSoon()
      },
      onJoined: refreshSoon,
      onBlocked: async () => {
        if (performance.now() >= free) await refresh()
        return isAnswered
      },
      onRefused: ended,
    })
    if (closed) live.close()
    const { state, crowded, follow } = live
    return { ...readOnlySession(planId, store), live: state, crowded, follow, refresh, close }
  }

  return { ready: open(), close }
}
