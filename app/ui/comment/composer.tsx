import { ArrowLeft, ArrowUp, File, Image, Paperclip, X } from "lucide-react"
import { type ClipboardEvent, type KeyboardEvent, type Ref, useEffect, useRef, useState } from "react"
import { Mention, MentionsInput } from "react-mentions"
import { peopleFor } from "~/rules/folded"
import type { NoteFile } from "~/rules/note-text"
import { type Attachment, attachmentsOf, type CommentDraft } from "~/ui/comment/attachments"
import { isPicture } from "~/ui/file/file-kind"
import { pastedFiles } from "~/ui/file/pasted"
import { file as fileTexts } from "~/ui/file/texts"
import { Avatar } from "~/ui/parts/avatar"
import { Button, IconButton } from "~/ui/parts/button"
import { FieldError } from "~/ui/parts/field-error"
import { leaveByEnter } from "~/ui/parts/left-by-enter"
import { common } from "~/ui/parts/texts"
import { useWidth } from "~/ui/parts/use-width"
import { useMembers } from "~/ui/plan/board-context"
import "~/ui/parts/note-parts.css"
import { mentionTrigger } from "~/ui/comment/mention-trigger"
import { commentTexts as texts } from "~/ui/comment/texts"
import "./composer.css"

type ComposerProps = {
  label: string
  /** In one line, named by its placeholder, and without a Back button. */
  compact?: boolean
  draft: CommentDraft
  /** Files the comment has already. */
  kept?: readonly NoteFile[]
  /** Label of the button that sends. */
  action: string
  busy: boolean
  error?: string
  onChange(draft: CommentDraft): void
  onRemove(attachment: Attachment): void
  onRemoveKept?(file: NoteFile): void
  onSubmit(): void
  onBack(): void
}

/** Removes brackets, which would end the mention's markup. */
const displayed = (name: string) => name.replace(/[[\]()\n]/g, " ").trim()

/** Composes a comment: text with mentions, and files. Import it lazily: it loads react-mentions. */
export const Composer = ({
  label,
  compact = false,
  draft: { text, attached },
  kept = [],
  action,
  busy,
  error,
  onChange,
  onRemove,
  onRemoveKept,
  onSubmit,
  onBack,
}: ComposerProps) => {
  const members = useMembers()
  const phone = useWidth() === "phone"
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])
  const [offered, setOffered] = useState<readonly globalThis.File[]>([])
  const blank = text.trim() === "" && attached.length === 0 && kept.length === 0

  const attach = (files: Iterable<globalThis.File>) =>
    onChange({ text, attached: [...attached, ...attachmentsOf(files)] })

  // Capture phase: react-mentions listens on the document and treats every paste as text.
  const onPaste = (event: ClipboardEvent) => {
    const { files, instead } = pastedFiles(event.clipboardData)
    setOffered(instead && !busy ? files : [])
    if (files.length === 0 || instead) return
    event.preventDefault()
    event.stopPropagation()
    if (!busy) attach(files)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault()
      if (busy || blank) return
      leaveByEnter(event)
      onSubmit()
    }
    // When there is a draft, Escape closes the dialog, which keeps the draft.
    if (event.key === "Escape" && blank) {
      event.preventDefault()
      event.stopPropagation()
      onBack()
    }
  }

  return (
    <div className={compact ? "comment-composer compact" : "comment-composer"} onPasteCapture={onPaste}>
      <div className="comment-field">
        {!compact && (
          <IconButton small label={texts.back} disabled={busy} onClick={onBack}>
            <ArrowLeft className="icon" aria-hidden="true" />
          </IconButton>
        )}
        <MentionsInput
          className="mentions"
          inputRef={field as Ref<HTMLTextAreaElement>}
          aria-label={label}
          placeholder={compact ? label : texts.placeholder}
          a11ySuggestionsListLabel={texts.members}
          dir="auto"
          readOnly={busy}
          value={text}
          onChange={(_event, text) => onChange({ text, attached })}
          onKeyDown={onKeyDown}
        >
          <Mention
            trigger={mentionTrigger}
            data={(query, show) =>
              show(peopleFor(members, query).map(({ id, userName }) => ({ id, display: displayed(userName) })))
            }
            displayTransform={(_id, display) => `@${display}`}
            appendSpaceOnAdd
            className="mention"
            renderSuggestion={({ id }, _search, highlighted) => {
              const member = members.find((each) => each.id === Number(id))
              return (
                <>
                  {member && <Avatar person={member} />}
                  <span className="truncate" dir="auto">
                    {highlighted}
                  </span>
                </>
              )
            }}
          />
        </MentionsInput>
      </div>
      <div className="comment-tools">
        <ul className="comment-files">
          {kept.map((file) => (
            <li key={file.fileName} className="file-chip">
              <ChipIcon name={file.name} />
              <span className="truncate" dir="auto">
                {file.name}
              </span>
              <RemoveButton onPress={() => onRemoveKept?.(file)} disabled={busy} />
            </li>
          ))}
          {attached.map((each) => (
            <Chip key={each.key} attachment={each} onRemove={() => onRemove(each)} />
          ))}
        </ul>
        {offered.length > 0 && !blank && !busy && (
          <Button
            size="small"
            variant="ghost"
            onClick={() => {
              attach(offered)
              setOffered([])
            }}
          >
            <Image className="icon small" aria-hidden="true" />
            {fileTexts.attachToo}
          </Button>
        )}
        <span className="grow" />
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
        <IconButton label={texts.attach} disabled={busy} onClick={() => picker.current?.click()}>
          <Paperclip className="icon" aria-hidden="true" />
        </IconButton>
        <Button variant="primary" size="small" busy={busy} disabled={blank} onClick={onSubmit}>
          {compact && phone && !error && !busy ? (
            <ArrowUp className="icon" role="img" aria-label={action} />
          ) : error ? (
            common.tryAgain
          ) : (
            action
          )}
        </Button>
      </div>
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}

const ChipIcon = ({ name, type }: { name: string; type?: string }) => {
  const Icon = isPicture(name, type) ? Image : File
  return <Icon className="icon small" aria-hidden="true" />
}

const RemoveButton = ({ onPress, disabled }: { onPress(): void; disabled?: boolean }) => (
  <IconButton small label={texts.removeAttachment} disabled={disabled} onClick={onPress}>
    <X className="icon tiny" aria-hidden="true" />
  </IconButton>
)

/** A file of the draft. Removing it cancels its upload. */
const Chip = ({ attachment: { name, file, state, part }, onRemove }: { attachment: Attachment; onRemove(): void }) => (
  <li className={state === "failed" ? "file-chip failed" : "file-chip"} data-tip={name}>
    <ChipIcon name={name} type={file.type} />
    <span className="truncate" dir="auto" role={state === "uploading" ? "status" : undefined}>
      {state === "uploading"
        ? fileTexts.uploading
        : isPicture(name, file.type)
          ? texts.imageAttached
          : texts.attached(name)}
    </span>
    {state === "uploading" && <progress aria-label={name} max={1} value={part} />}
    <RemoveButton onPress={onRemove} />
  </li>
)
