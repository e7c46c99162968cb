import "./home.css"
import { useNavigate } from "@remix-run/react"
import { type FormEvent, useEffect, useId, useState } from "react"
import { call, isOffline } from "~/client/api"
import { selectedPlan } from "~/client/memory/selected-plan"
import { knownPerson } from "~/client/offline/person"
import { addShared, wordsOf } from "~/client/outbox/add-shared"
import { recallBoard } from "~/client/outbox/browser-database"
import { sendInBackground } from "~/client/outbox/person-outbox"
import { sharedStorage } from "~/client/outbox/shared"
import type { Shared, SharedTarget } from "~/client/outbox/stored-rows"
import { canNow } from "~/contract/capability"
import { type Item, itemCalls } from "~/contract/item"
import type { Plan } from "~/contract/plan"
import { listText } from "~/contract/shared/language/format"
import { homeTexts } from "~/ui/home/texts"
import { Button } from "~/ui/parts/button"
import { TitledDialog } from "~/ui/parts/dialog/dialog"
import { FieldError } from "~/ui/parts/field"
import { Segmented } from "~/ui/parts/segmented"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"

type SharedDialogProps = {
  shared: Shared
  plans: readonly Plan[]
  /** It was added or discarded. */
  onDone(): void
  onClose(): void
}

/** A text longer than this is rather a note than a task. */
const taskLength = 300

/** Makes a task or a note of something shared. Import it lazily. */
export const SharedDialog = ({ shared, plans, onDone, onClose }: SharedDialogProps) => {
  const navigate = useNavigate()
  const id = useId()
  const words = homeTexts.shared
  const parts = wordsOf(shared)
  const [target, setTarget] = useState(shared.target)
  const [planId, setPlanId] = useState(() => {
    const last = target?.planId ?? selectedPlan.read()
    return (plans.find((plan) => plan.id === last) ?? plans[0])?.id
  })
  const plan = plans.find((each) => each.id === planId)
  const mayChange = canNow(plan, "changeBoard")
  const [wanted, setWanted] = useState<"task" | "note">(
    target?.as ?? (parts.join("\n").length > taskLength ? "note" : "task"),
  )
  const as = mayChange ? wanted : "note"
  const actions = useActions(as === "task" ? planId : undefined)
  const [itemId, setItemId] = useState(target?.as === "task" ? target.itemId : undefined)
  const chosen = actions.list?.find((item) => item.id === itemId) ?? actions.list?.[0]
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const isFixed = target !== undefined

  useEffect(() => {
    if (!shared.seen) void sharedStorage.put({ ...shared, seen: true })
  }, [shared])

  const add = async (to: SharedTarget) => {
    setBusy(true)
    setError(undefined)
    try {
      const { taskId } = await addShared(shared, to)
      const where = plan?.name || common.untitledPlan
      const path = taskId ? `/plan/${to.planId}/tasks/${taskId}` : `/board?planId=${to.planId}`
      const action = { label: words.show, run: () => navigate(path) }
      showToast({ kind: "success", text: words.added(where), action })
      onClose()
      onDone()
    } catch (thrown) {
      if (isOffline(thrown) && (await sharedStorage.put({ ...shared, seen: true, target: to, waits: true }))) {
        sendInBackground()
        showToast({ kind: "info", text: words.willBeSent })
        onClose()
        return onDone()
      }
      setError(messageOf(thrown, words.failed))
      const stored = (await sharedStorage.all(Number(shared.userId))).find((each) => each.id === shared.id)
      setTarget(stored?.target)
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (target) return void add(target)
    if (planId === undefined) return
    if (as === "note") return void add({ planId, as })
    if (chosen) void add({ planId, as, itemId: chosen.id })
  }
  const discard = async () => {
    await sharedStorage.remove(shared.id)
    onClose()
    onDone()
  }

  return (
    <TitledDialog title={words.title} className="shared-dialog" onClose={onClose}>
      <form onSubmit={submit}>
        <div className="shared-things breaks scrolls" dir="auto">
          {parts.map((part, n) => (
            <p key={part} className={n === 0 ? "first" : undefined}>
              {part}
            </p>
          ))}
          {shared.files.length > 0 && <p className="muted">{listText(shared.files.map(({ name }) => name))}</p>}
        </div>
        {plans.length === 0 ? (
          <p>{words.noPlan}</p>
        ) : (
          <>
            <div className="field">
              <label className="label" htmlFor={`${id}-plan`}>
                {words.plan}
              </label>
              <select
                id={`${id}-plan`}
                className="input"
                disabled={isFixed}
                value={planId}
                onChange={(event) => setPlanId(Number(event.target.value))}
              >
                {plans.map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.name || common.untitledPlan}
                  </option>
                ))}
              </select>
            </div>
            {mayChange && !isFixed && (
              <Segmented<"task" | "note">
                label={words.as}
                value={as}
                options={[
                  { value: "task", label: words.task },
                  { value: "note", label: words.note },
                ]}
                onChange={setWanted}
              />
            )}
            {as === "task" && (
              <div className="field">
                <label className="label" htmlFor={`${id}-action`}>
                  {words.action}
                </label>
                <select
                  id={`${id}-action`}
                  className="input"
                  disabled={isFixed || !actions.list?.length}
                  value={chosen?.id ?? ""}
                  aria-describedby={`${id}-action-hint`}
                  onChange={(event) => setItemId(Number(event.target.value))}
                >
                  {actions.list?.map((item) => (
                    <option key={item.id} value={item.id}>
                      {item.topic}
                    </option>
                  ))}
                </select>
                <p className="hint" id={`${id}-action-hint`} role="status">
                  {actions.failed ? words.actionsFailed : actions.list?.length === 0 ? words.noAction : ""}
                </p>
              </div>
            )}
          </>
        )}
        {error && <FieldError>{error}</FieldError>}
        <div className="shared-actions row">
          <Button onClick={() => void discard()}>{words.discard}</Button>
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            disabled={plans.length === 0 || (!isFixed && as === "task" && !chosen)}
          >
            {isFixed ? words.goOn : as === "task" ? words.addTask : words.addNote}
          </Button>
        </div>
      </form>
    </TitledDialog>
  )
}

/** The open actions, those in Focus first. */
const openOf = (items: readonly Item[]): readonly Item[] => {
  const open = items.filter(({ completed, isDraft }) => !completed && !isDraft)
  const inFocus = open.filter(({ focusDate }) => focusDate !== null).sort((a, b) => a.focusOrder - b.focusOrder)
  return [...inFocus, ...open.filter(({ focusDate }) => focusDate === null)]
}

/** The open actions of a plan: those of this device's copy at once, then the server's. */
const useActions = (planId: number | undefined) => {
  const [found, setFound] = useState<{ planId?: number; list?: readonly Item[]; failed?: true }>({})
  useEffect(() => {
    if (planId === undefined) return
    let wanted = true
    const personId = knownPerson()
    const stored = personId === undefined ? Promise.resolve(undefined) : recallBoard(personId, planId)
    void stored.then((board) => {
      if (wanted && board)
        setFound((now) => (now.list && now.planId === planId ? now : { planId, list: openOf(board.items) }))
    })
    call(itemCalls.list, { planId }).then(
      (items) => {
        if (wanted) setFound({ planId, list: openOf(items) })
      },
      async () => {
        const board = await stored
        if (wanted && !board) setFound({ planId, failed: true })
      },
    )
    return () => {
      wanted = false
    }
  }, [planId])
  return found.planId === planId ? found : {}
}
