import { ArrowLeft, ArrowUp, File, Image, Paperclip, X } from "lucide-react"
import { type ClipboardEvent, type KeyboardEvent, type Ref, useEffect, useRef, useState } from "react"
import { Mention, MentionsInput } from "react-mentions"
import { peopleFor } from "~/rules/folded"
import type { FileInText } from "~/rules/text-parts"
import { type Attachment, attachmentsOf, type CommentDraft } from "~/ui/comment/attachments"
import { addressOf, isPicture } from "~/ui/file/file-kind"
import { pastedFiles } from "~/ui/file/pasted"
import { file as fileTexts } from "~/ui/file/texts"
import { Avatar } from "~/ui/parts/avatar"
import { Button, IconButton } from "~/ui/parts/button"
import { FieldError } from "~/ui/parts/field"
import { leaveByEnter } from "~/ui/parts/left-by-enter"
import { common } from "~/ui/parts/texts"
import { useFilePicker } from "~/ui/parts/use-file-picker"
import { useWidth } from "~/ui/parts/use-width"
import { useMembers } from "~/ui/plan/board-context"
import "~/ui/parts/text-parts.css"
import { mentionTrigger } from "~/ui/comment/mention-trigger"
import { commentTexts as texts } from "~/ui/comment/texts"
import "./composer.css"

type ComposerProps = {
  label: string
  /** In one line, named by its placeholder, and without a Back button. */
  compact?: boolean
  draft: CommentDraft
  /** Files the comment has already. */
  attachedBefore?: readonly FileInText[]
  /** Label of the button that sends. */
  action: string
  busy: boolean
  error?: string
  onChange(draft: CommentDraft): void
  onRemove(attachment: Attachment): void
  onRemoveBefore?(file: FileInText): void
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
  attachedBefore = [],
  action,
  busy,
  error,
  onChange,
  onRemove,
  onRemoveBefore,
  onSubmit,
  onBack,
}: ComposerProps) => {
  const members = useMembers()
  const phone = useWidth() === "phone"
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])
  const [offered, setOffered] = useState<readonly globalThis.File[]>([])
  const blank = text.trim() === "" && attached.length === 0 && attachedBefore.length === 0

  const attach = (files: Iterable<globalThis.File>) =>
    onChange({ text, attached: [...attached, ...attachmentsOf(files)] })
  const [filePicker, pickFiles] = useFilePicker(attach, { multiple: true })

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
    <div className={compact ? "comment-composer compact rigid" : "comment-composer rigid"} onPasteCapture={onPaste}>
      <div className="comment-field">
        {!compact && (
          <IconButton small label={common.back} disabled={busy} onClick={onBack}>
            <ArrowLeft className="icon" aria-hidden="true" />
          </IconButton>
        )}
        <MentionsInput
          className="mentions grow"
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
        <ul className="comment-files wraps slim">
          {attachedBefore.map((file) => (
            <li key={file.fileName} className="file-chip">
              <Miniature name={file.name} address={addressOf(file.planId, file.fileName)} />
              <span className="truncate" dir="auto">
                {file.name}
              </span>
              <RemoveButton onPress={() => onRemoveBefore?.(file)} disabled={busy} />
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
        {filePicker}
        <IconButton label={texts.attach} disabled={busy} onClick={pickFiles}>
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

/** The picture itself; an icon for other files, and for a picture that the browser cannot show. */
const Miniature = ({ name, type, address }: { name: string; type?: string; address: string | undefined }) => {
  const [failed, setFailed] = useState(false)
  if (!isPicture(name, type)) return <File className="icon small" aria-hidden="true" />
  if (!address || failed) return <Image className="icon small" aria-hidden="true" />
  return <img className="miniature rigid" src={address} alt="" onError={() => setFailed(true)} />
}

/** An address of the file's content within this page, for a picture. */
const useContent = (file: globalThis.File) => {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!isPicture(file.name, file.type)) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

const RemoveButton = ({ onPress, disabled }: { onPress(): void; disabled?: boolean }) => (
  <IconButton small label={texts.removeAttachment} disabled={disabled} onClick={onPress}>
    <X className="icon tiny" aria-hidden="true" />
  </IconButton>
)

/** A file of the draft. Removing it cancels its upload. */
const Chip = ({ attachment, onRemove }: { attachment: Attachment; onRemove(): void }) => {
  const { name, file, state, part } = attachment
  const content = useContent(file)
  return (
    <li className="file-chip" data-failed={state === "failed" || undefined} data-tip={name}>
      <Miniature name={name} type={file.type} address={content} />
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
}
