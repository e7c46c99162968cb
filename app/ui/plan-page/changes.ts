import type { Failure, Mutate } from "~/client/board/board-types"
import { conflictOf } from "~/client/outbox/typed-texts"
import type { PlanSession } from "~/client/plan-session"
import { isRefusal, type Problem } from "~/contract/problem"
import { problemText } from "~/contract/shared/language/problem-text"
import { partsOf, type RuleName } from "~/rules/index"
import { inserts, isCardEntity } from "~/rules/rule"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast/toast"
import type { BoardContextValue } from "~/ui/plan/board-context"
import type { View } from "~/ui/plan/view-state"

/** The card that a call concerns; none for orders and new cards. */
const cardOf = (name: RuleName, input: unknown): number | null => {
  const { id, itemId } = input as { id?: number; itemId?: number }
  if (inserts(name) || name.endsWith("Orders")) return null
  return (name === "item.moveActionToGoal" ? itemId : id) ?? null
}

/** Sends changes and reports refusals: on the card, or in a toast. */
export const createChanges = (view: View) => {
  let session: PlanSession | undefined

  const refused = (name: RuleName, input: unknown, why: Problem, ref?: string) => {
    const [entity] = partsOf(name)
    const about = cardOf(name, input)
    const id = about === null || !session ? null : session.store.realId(about)
    if (id === null || !isCardEntity(entity) || !session?.store[entity](id)) {
      const { topic, description, name: called } = input as { topic?: string; description?: string; name?: string }
      showToast({
        kind: "error",
        text: `${common.notSaved}. ${problemText(why.message)}`,
        more: called || topic || description || undefined,
      })
      return
    }
    if (why.chain) showToast({ kind: "error", text: problemText(why.message) })
    const card = { entity, id }
    const drop = () => {
      view.fail(card, null)
      if (ref) session?.outbox.remove(ref)
    }
    const retry = () => {
      drop()
      change(name, input as never)
    }
    view.fail(card, { problem: why, retry, drop, conflict: conflictOf(why, input) })
  }

  const change: BoardContextValue["change"] = (...[name, input, options]: Parameters<Mutate>) => {
    if (!session) return
    const { store, mutate } = session
    try {
      const sent = mutate(name, input, options)
      const about = cardOf(name, input)
      if (about !== null) {
        void sent.done.then((taken) => {
          const [entity] = partsOf(name)
          if (taken && isCardEntity(entity)) view.fail({ entity, id: store.realId(about) }, null)
        })
      }
      return sent
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown
      refused(name, input, thrown.problem)
      return
    }
  }

  return {
    change,
    onFailure: ({ name, input, problem, ref }: Failure) => refused(name, input, problem, ref),
    use: (opened: PlanSession) => {
      session = opened
    },
  }
}
