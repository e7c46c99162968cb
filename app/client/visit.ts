import { boardChanged, linkTopic } from "~/contract/events"
import type { Board } from "~/contract/plan"
import { isRefusal } from "~/contract/problem"
import { type PublicBoard, publicCalls } from "~/contract/public-link"
import type { Member } from "~/contract/user"
import { newFields } from "~/rules/card"
import { call, isOffline } from "./api"
import { openBoardStore } from "./board/board-store"
import { openLive } from "./live/live"
import type { PlanSession } from "./plan-session"
import { readOnlySession } from "./read-only-session"

export type VisitOptions = {
  linkId: number
  /** The credential of the link's page for its calls. */
  visitKey: string
  /** The link has ended. */
  onEnded(): void
}

const longAgo = "1970-01-01T00:00:00.000Z"

type Owner = NonNullable<PublicBoard["items"][number]["owner"]>

/** Visitors learn no ids of people: a member's is made of their colour, and others are distinguished by their names. */
const peopleOf = ({ items, tasks }: PublicBoard) => {
  const members = new Map<number, Member>()
  const others = new Map<string, number>()
  const idOf = ({ userName, tint }: Owner) => {
    if (tint === null) {
      const id = others.get(userName) ?? -others.size - 1
      others.set(userName, id)
      return id
    }
    const id = tint + 1
    const never = { avatarUrl: null, lastSeenAt: null, lastSeenInPlanAt: null }
    members.set(id, { id, userName, tint, planRole: 0, ...never })
    return id
  }
  const known = ({ owner }: { owner: Owner | null }) => owner && { id: idOf(owner), userName: owner.userName }
  return { items: items.map(known), tasks: tasks.map(known), members: [...members.values()] }
}

/** A visitor's board in the shape of a member's. Fields that visitors may not see are empty. */
const boardOf = (shown: PublicBoard): Board => {
  const { seq, plan, labels, goals, items, tasks } = shown
  const people = peopleOf(shown)
  const completed = new Set(items.flatMap(({ id, completedDate }) => (completedDate === null ? [] : id)))
  return {
    seq,
    members: people.members,
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
      isTemplate: false,
      isArchived: false,
    },
    keyResults: [],
    labels: labels.map((label) => ({ ...label, planId: plan.id })),
    goals: goals.map((goal) => ({
      ...newFields("goal", goal),
      ...goal,
      planId: plan.id,
      owner: null,
      ownerId: null,
      lastCheckIn: null,
      createdDate: longAgo,
      modifiedDate: longAgo,
      createdBy: { id: null, userName: "" },
    })),
    items: items.map((item, at) => ({
      ...newFields("item", item),
      ...item,
      owner: people.items[at] ?? null,
      planId: plan.id,
      completed: item.completedDate !== null,
      focusDate: item.focus ? longAgo : null,
      createdById: null,
      createdDate: longAgo,
      modifiedDate: longAgo,
      attachmentCount: 0,
      blocked: false,
    })),
    tasks: tasks.map((task, at) => ({
      ...newFields("task", task),
      ...task,
      planId: plan.id,
      ownColor: null,
      complete: task.type === 2,
      createdDate: longAgo,
      modified: longAgo,
      owner: people.tasks[at] ?? null,
      ownerId: people.tasks[at]?.id ?? null,
      attachmentCount: 0,
      blocked: false,
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
