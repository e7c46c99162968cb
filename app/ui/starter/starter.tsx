import clsx from "clsx"
import { File as FileIcon, Move, Paperclip, X } from "lucide-react"
import { type DragEvent, type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react"
import { limits } from "~/contract/field"
import { file as fileTexts } from "~/ui/file/texts"
import { Button, IconButton } from "~/ui/parts/button"
import { Field } from "~/ui/parts/field"
import { FieldError } from "~/ui/parts/field-error"
import { messageOf } from "~/ui/parts/message-of"
import { say } from "~/ui/parts/say"
import { common } from "~/ui/parts/texts"
import { useDialogPlace } from "~/ui/parts/use-dialog-place"
import { useBoard, usePlan } from "~/ui/plan/board-context"
import { type PlanStart, startPlan } from "~/ui/starter/start-plan"
import { starter } from "~/ui/starter/texts"
import "~/ui/parts/note-parts.css"
import "./starter.css"

type StarterProps = {
  /** Another field for a card's text is open; the typed text stays. */
  hidden: boolean
  /** Reports whether closing would lose typed text. */
  onTyped(typed: boolean): void
  /** Called when the plan is filled. */
  onDone(): void
  /** Called when the starter is dismissed. */
  onClose(): void
}

const isTyped = ({ name, description, files }: PlanStart) =>
  name.trim() !== "" || description.trim() !== "" || files.length > 0

/** Focuses the first card, or the button that adds one. */
const goOn = () =>
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(".board [data-card], .phone [data-card], .list-empty .button")?.focus(),
  )

/** The starter. Not a modal: it sits beside the board and never takes the focus. */
export const Starter = ({ hidden, onTyped, onDone, onClose }: StarterProps) => {
  const { session, can } = useBoard()
  const planName = usePlan()?.name ?? ""
  const [start, setStart] = useState<PlanStart>({ name: "", description: "", files: [] })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const heading = useId()
  const descriptionId = useId()
  const picker = useRef<HTMLInputElement>(null)
  const { placed, handle, grip } = useDialogPlace("starter", onClose)
  const mayRename = can("changePlan")
  const description = start.description.trim()

  const change = (changed: Partial<PlanStart>) => {
    const next = { ...start, ...changed }
    setStart(next)
    setError(undefined)
    onTyped(isTyped(next))
  }
  const attach = (files: Iterable<File>) => change({ files: [...start.files, ...files] })

  const leave = () => {
    onClose()
    goOn()
  }

  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (busy || description === "") return
    if ([...description].length > limits.description) return setError(starter.tooLong)
    setBusy(true)
    try {
      const made = await startPlan(session, { ...start, name: start.name.trim(), description }, mayRename)
      say(starter.made(made.goals, made.actions, made.tasks))
      onDone()
      goOn()
    } catch (thrown) {
      setError(messageOf(thrown, starter.failed))
      setBusy(false)
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    if (event.key === "Escape") {
      event.preventDefault()
      if (!isTyped(start)) leave()
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void submit()
    }
  }

  const withFiles = (event: DragEvent, take: (files: FileList) => void) => {
    if (!event.dataTransfer.types.includes("Files")) return
    event.preventDefault()
    take(event.dataTransfer.files)
  }

  return (
    <section
      ref={placed}
      role="dialog"
      aria-labelledby={heading}
      className="dialog starter"
      hidden={hidden}
      onKeyDown={onKeyDown}
      onDragOver={(event) => withFiles(event, () => {})}
      onDrop={(event) => withFiles(event, attach)}
      onPaste={({ clipboardData }) => {
        if (clipboardData.files.length > 0) attach(clipboardData.files)
      }}
    >
      <header className="starter-headline" {...handle}>
        <h2 id={heading}>{starter.heading}</h2>
        <button type="button" className="move-handle" aria-label={starter.move} {...grip}>
          <Move className="icon small" aria-hidden="true" />
        </button>
        <Lanes />
      </header>
      <form className="starter-form" onSubmit={submit}>
        <IconButton label={common.close} className="starter-close" onClick={leave}>
          <X className="icon" aria-hidden="true" />
        </IconButton>
        {mayRename && (
          <Field
            label={starter.planName}
            large
            dir="auto"
            maxLength={limits.name}
            autoComplete="off"
            placeholder={planName}
            value={start.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
        <div className="starter-description">
          <label className="label" htmlFor={descriptionId}>
            {starter.description}
          </label>
          <textarea
            id={descriptionId}
            className="input"
            dir="auto"
            placeholder={starter.placeholder}
            aria-describedby={clsx(error && `${descriptionId}-error`, `${descriptionId}-hint`)}
            aria-invalid={error ? true : undefined}
            value={start.description}
            onChange={({ target }) => change({ description: target.value })}
          />
          <p className="hint" id={`${descriptionId}-hint`}>
            {starter.hint}
          </p>
          {error && <FieldError id={`${descriptionId}-error`}>{error}</FieldError>}
        </div>
        <div className="row starter-actions">
          <ul className="starter-files" aria-label={fileTexts.list}>
            {start.files.map((file, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be there twice
              <li className="file-chip" key={index} data-tip={file.name}>
                <FileIcon className="icon small" aria-hidden="true" />
                <span className="truncate" dir="auto">
                  {file.name}
                </span>
                <IconButton
                  small
                  label={starter.remove}
                  onClick={() => change({ files: start.files.filter((each) => each !== file) })}
                >
                  <X className="icon tiny" aria-hidden="true" />
                </IconButton>
              </li>
            ))}
          </ul>
          <input
            ref={picker}
            type="file"
            hidden
            multiple
            onChange={({ target }) => {
              attach(target.files ?? [])
              target.value = ""
            }}
          />
          <Button variant="ghost" onClick={() => picker.current?.click()}>
            <Paperclip className="icon small" aria-hidden="true" />
            {fileTexts.add}
          </Button>
          <span className="grow" />
          <Button
            type="submit"
            variant="accent"
            size="large"
            className="starter-submit"
            busy={busy}
            disabled={description === ""}
          >
            {starter.doIt}
          </Button>
        </div>
      </form>
    </section>
  )
}

const lanes = [
  { y: 120, color: "#52b7b7" },
  { y: 182, color: "#f2b65a" },
  { y: 244, color: "#f18066" },
]
const cards: readonly [x: number, y: number, width: number][] = [
  [142, 130, 76],
  [142, 149, 52],
  [238, 130, 82],
  [336, 130, 64],
  [142, 192, 70],
  [238, 192, 60],
  [238, 211, 84],
  [142, 254, 58],
]

const Lanes = () => (
  <svg viewBox="0 0 440 300" aria-hidden="true">
    {lanes.map(({ y, color }) => (
      <g key={y}>
        <rect x="36" y={y} width="460" height="52" rx="10" fill="#1b2a47" />
        <rect x="36" y={y} width="96" height="52" rx="10" fill={color} />
      </g>
    ))}
    {cards.map(([x, y, width]) => (
      <rect key={`${x}.${y}`} x={x} y={y} width={width} height="14" rx="4" fill="#33466b" />
    ))}
    <g transform="rotate(-5 296 251)">
      <rect x="250" y="236" width="92" height="30" rx="7" fill="#fff" />
      <rect x="262" y="247" width="54" height="5" rx="2.5" fill="#9aa6bd" />
    </g>
  </svg>
)
