import type { threadsCalls } from "~/contract/threads"
import { commentsOfPlan } from "~/database/threads.server"
import type { Handlers } from "~/domain/core/actor"
import { readAs } from "~/domain/core/admission.server"
import { continueAfter, listPageInTurn } from "~/domain/core/list-page"
import { says, wantedOf } from "~/rules/comment-search"

const total = (parts: { comments: unknown[]; totalCommentsCount?: number }[]) =>
  parts.reduce((sum, part) => sum + (part.totalCommentsCount ?? part.comments.length), 0)

export const threadTrees: Handlers<typeof threadsCalls> = {
  tree: async (actor, { planId, search = "", before }) => {
    const {
      goals,
      items,
      tasks,
      comments: all,
      ...page
    } = await listPageInTurn(actor, () => readAs(actor, planId, commentsOfPlan, before))
    if (page.more) continueAfter(actor, page.last)
    const wanted = wantedOf(search)
    const said = all.filter((comment) => says(comment, wanted))
    const by = (key: "goalId" | "itemId" | "taskId") => {
      const lists = new Map<number, typeof said>()
      for (const comment of said) {
        const id = comment[key]
        if (id === null) continue
        const list = lists.get(id)
        if (list) list.push(comment)
        else lists.set(id, [comment])
      }
      return (id: number | null) => (id === null ? [] : (lists.get(id) ?? []))
    }
    const [ofGoal, ofItem, ofTask] = [by("goalId"), by("itemId"), by("taskId")]
    const itemsOf = (goalId: number | null) =>
      items
        .filter((item) => item.goalId === goalId)
        .map(({ id, topic }) => {
          const below = tasks
            .filter((task) => task.itemId === id)
            .map((task) => ({ id: task.id, description: task.description, comments: ofTask(task.id) }))
            .filter(({ comments }) => comments.length > 0)
          const comments = ofItem(id)
          return { id, topic, totalCommentsCount: comments.length + total(below), comments, tasks: below }
        })
        .filter(({ totalCommentsCount }) => totalCommentsCount > 0)
    return {
      goals: [...goals, { id: null, name: "" }]
        .map(({ id, name }) => {
          const below = itemsOf(id)
          const comments = ofGoal(id)
          return { id, name, totalCommentsCount: comments.length + total(below), comments, items: below }
        })
        .filter(({ totalCommentsCount }) => totalCommentsCount > 0),
    }
  },
}
