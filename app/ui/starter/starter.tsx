import "./starter.css"
import "./starter-phone.css"
import clsx from "clsx"
import { SquareDashed, SquareKanban } from "lucide-react"
import { type FormEvent, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react"
import { starterDraft } from "~/client/memory/typed"
import { serverNow } from "~/client/server-clock"
import { changesAtMost } from "~/contract/change-set"
import { limits } from "~/contract/shared/bounds"
import { startRequest } from "~/rules/agent/start-request"
import { sampleOutline } from "~/rules/transfer/sample-plan"
import { useConversation } from "~/ui/agent/use-conversation"
import { pastedFiles } from "~/ui/file/pasted"
import { Button } from "~/ui/parts/button"
import { useDialogPlace } from "~/ui/parts/dialog/use-dialog-place"
import { Field, FieldError } from "~/ui/parts/field"
import { focusSoon } from "~/ui/parts/focus"
import { common } from "~/ui/parts/texts"
import { say } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { useWidth } from "~/ui/parts/use-width"
import { useBoard, useObserved, usePlan } from "~/ui/plan/board-context"
import { useFileZone } from "~/ui/plan/file-zone"
import { focusSide, showSide } from "~/ui/plan/side"
import { DeskPanes } from "~/ui/starter/desk-panes"
import { Files } from "~/ui/starter/files"
import { PhonePages } from "~/ui/starter/phone-pages"
import { NoPreview, Preview } from "~/ui/starter/preview"
import { type Counts, countsOf, fillWithSample, namePlan } from "~/ui/starter/start-plan"
import { countsIn, starter } from "~/ui/starter/texts"
import { useFileOutlines } from "~/ui/starter/use-file-outlines"
import { outlineOf, useHasModel, useOutline } from "~/ui/starter/use-outline"

type StarterProps = {
  /** Another field for a card's text is open; the typed text stays. */
  hidden: boolean
  /** Whether the page has just opened, so that the description may take the focus. */
  first: boolean
  /** Reports whether closing would lose typed text. */
  onTyped(typed: boolean): void
  /** Called when the assistant has been asked to fill the plan. */
  onAsked(): void
  /** Called when the plan is filled. */
  onDone(): void
  /** Called when the starter is dismissed. */
  onClose(): void
}

type Start = { name: string; description: string; files: readonly File[] }

const isTyped = ({ name, description, files }: Start) =>
  name.trim() !== "" || description.trim() !== "" || files.length > 0

const sumOf = ({ goals, actions, tasks }: Counts) => goals + actions + tasks

/** Focuses the first card, or the button that adds one. */
const goOn = () =>
  focusSoon(() => document.querySelector<HTMLElement>(".board [data-card], .phone [data-card], .list-empty .button"))

/** The starter. Not a modal: the board beside it stays usable. On a phone it fills the screen. */
export const Starter = ({ hidden, first, onTyped, onAsked, onDone, onClose }: StarterProps) => {
  const { session, view, can } = useBoard()
  const conversation = useConversation()
  const asking = useObserved(conversation.state).running !== null
  const phone = useWidth() === "phone"
  const planName = usePlan()?.name ?? ""
  const memory = useMemo(() => starterDraft(session.planId), [session.planId])
  const [start, setStart] = useState<Start>(() => ({ ...memory.read(), files: [] }))
  const [busy, setBusy] = useState<"own" | "sample">()
  const [failure, setFailure] = useState<string>()
  const descriptionId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const dialog = useRef<HTMLElement | null>(null)
  const { placed, handle, grip } = useDialogPlace("starter", onClose, "center")
  const mayRename = can("changePlan")
  const title = start.name.trim() || planName
  const hasModel = useHasModel()
  const { outline, prose, colorsFor } = useOutline(start.description, title, hasModel)
  const empty = start.description.trim() === ""
  const length = [...start.description.trim()].length
  const tooLong = length > limits.description
  const cards = outline ? sumOf(countsOf(outline)) : 0
  const error = tooLong ? starter.tooLong : cards > changesAtMost ? starter.tooMany(cards, changesAtMost) : failure

  // A phone's keyboard would cover the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens
  useEffect(() => {
    const busyElsewhere = document.activeElement?.closest(
      "input, textarea, [contenteditable], [role=dialog], [role=menu]",
    )
    if (first && !phone && !hidden && !busyElsewhere) field.current?.focus({ preventScroll: true })
  }, [])

  const change = (changed: Partial<Start>) => {
    const next = { ...start, ...changed }
    setStart(next)
    setFailure(undefined)
    memory.write(next)
    onTyped(isTyped(next))
  }
  // Reading takes a while, in which more is typed.
  const now = useRef(start)
  now.current = start
  const reading = useFileOutlines(session.planId, (outline) =>
    change({ ...now.current, description: [now.current.description.trimEnd(), outline].filter(Boolean).join("\n") }),
  )
  const isReading = [...reading.states.values()].some(({ busy }) => busy)
  const attach = (given: Iterable<File>) => {
    const files = [...given]
    change({ files: [...start.files, ...files] })
    for (const file of files) void reading.read(file)
  }
  const detach = (file: File) => {
    reading.forget(file)
    change({ files: start.files.filter((each) => each !== file) })
  }

  const leave = () => {
    onClose()
    goOn()
  }

  const begin = async (what: "own" | "sample", name: string, go: () => void | Promise<void>) => {
    setBusy(what)
    try {
      await namePlan(session, { name, files: start.files, mayRename })
      await go()
    } catch (thrown) {
      setFailure(messageOf(thrown, starter.failed))
      setBusy(undefined)
    }
  }

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const own = outlineOf(start.description, title, hasModel)
    if (busy || asking || isReading || !own || tooLong || sumOf(countsOf(own)) > changesAtMost) return
    void begin("own", own.name, () => {
      onAsked()
      conversation.begin(startRequest(own.name || common.untitledPlan, start.description))
      showSide(view, session.planId, "chat")
      focusSide()
    })
  }

  const takeSample = () => {
    if (busy) return
    const sample = sampleOutline(serverNow())
    const colors = sample.goals.map(({ color }, index) => color ?? (colorsFor(index + 1)[index] as string))
    void begin("sample", title || sample.name, async () => {
      await fillWithSample(session, sample, colors)
      say(
        starter.made(
          countsIn(countsOf(sample))
            .map(({ count, word }) => `${count} ${word}`)
            .join(", "),
        ),
      )
      onDone()
      goOn()
    })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return
    event.preventDefault()
    if (event.target instanceof HTMLElement) event.target.blur()
  }

  // It works after Escape too, when nothing has the focus.
  const onDocumentKey = useRef<(event: globalThis.KeyboardEvent) => void>(() => {})
  onDocumentKey.current = (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || hidden) return
    if (event.target !== document.body && !dialog.current?.contains(event.target as Node)) return
    event.preventDefault()
    submit()
  }
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => onDocumentKey.current(event)
    document.addEventListener("keydown", listener)
    return () => document.removeEventListener("keydown", listener)
  }, [])

  useFileZone(() => dialog.current, { take: attach })

  const startEmpty = (
    <Button variant={phone ? "ghost" : "plain"} className="starter-other" onClick={leave}>
      {!phone && <SquareDashed className="icon" aria-hidden="true" />}
      {starter.empty}
    </Button>
  )
  const sample = (
    <Button variant={phone ? "ghost" : "plain"} className="starter-other" busy={busy === "sample"} onClick={takeSample}>
      <SquareKanban className="icon" aria-hidden="true" />
      {starter.sample}
    </Button>
  )
  const doIt = (
    <Button
      type="submit"
      variant="accent"
      size="large"
      className="starter-submit"
      busy={busy === "own" || asking}
      disabled={empty || tooLong || isReading || cards > changesAtMost}
    >
      {starter.doIt}
    </Button>
  )
  const tree = outline ? (
    <Preview outline={outline} prose={prose} colors={colorsFor(outline.goals.length)} />
  ) : (
    <NoPreview hasModel={hasModel} />
  )
  const refused = error && !tooLong && <FieldError id={`${descriptionId}-error`}>{error}</FieldError>

  const fields = (
    <div className="starter-fields flow scrolls slim">
      {mayRename && (
        <Field
          label={starter.planName}
          large
          dir="auto"
          maxLength={limits.name}
          autoComplete="off"
          placeholder={planName}
          value={start.name}
          readOnly={busy !== undefined}
          onChange={({ target }) => change({ name: target.value })}
        />
      )}
      <div className="starter-description flow">
        <div className="row">
          <label className="label grow" htmlFor={descriptionId}>
            {starter.description}
          </label>
          {tooLong && (
            <span className="starter-length fine numeric wrong" id={`${descriptionId}-length`}>
              {starter.length(length, limits.description)}
            </span>
          )}
        </div>
        <textarea
          ref={field}
          id={descriptionId}
          className="input"
          dir="auto"
          placeholder={starter.placeholder}
          aria-describedby={clsx(error && `${descriptionId}-error`, tooLong && `${descriptionId}-length`) || undefined}
          aria-invalid={error ? true : undefined}
          value={start.description}
          readOnly={busy !== undefined}
          onChange={({ target }) => change({ description: target.value })}
        />
        {tooLong && <FieldError id={`${descriptionId}-error`}>{starter.tooLong}</FieldError>}
      </div>
      <Files files={start.files} states={reading.states} onAttach={attach} onRemove={detach} />
    </div>
  )

  const parts = { fields, outline, tree, startEmpty, sample, doIt, refused }

  return (
    <section
      ref={(node) => {
        dialog.current = node
        placed(node)
      }}
      role="dialog"
      aria-label={starter.heading}
      className="dialog starter"
      hidden={hidden}
      onKeyDown={onKeyDown}
      onPaste={({ clipboardData }) => {
        const { files, instead } = pastedFiles(clipboardData)
        if (files.length > 0 && !instead) attach(files)
      }}
    >
      <form className="starter-form grow" onSubmit={submit}>
        {phone ? (
          <PhonePages {...parts} title={title || common.untitledPlan} hasModel={hasModel} />
        ) : (
          <DeskPanes {...parts} handle={handle} grip={grip} />
        )}
      </form>
    </section>
  )
}
