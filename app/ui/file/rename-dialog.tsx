import { type FormEvent, useEffect, useRef, useState } from "react"
import { call } from "~/client/api"
import { type FileEntry, fileCalls } from "~/contract/file"
import { extensionOf } from "~/rules/file-name"
import { file as texts } from "~/ui/file/texts"
import { Button } from "~/ui/parts/button"
import { DialogFrame } from "~/ui/parts/dialog/dialog"
import { FieldError } from "~/ui/parts/field"
import { common } from "~/ui/parts/texts"
import { useAttempt } from "~/ui/parts/use-attempt"
import "./file-list.css"

type RenameDialogProps = { file: FileEntry; onRenamed(file: FileEntry): void; onClose(): void }

/** Edits the name without its extension, which does not change. */
export const RenameDialog = ({ file: { id, friendlyName }, onRenamed, onClose }: RenameDialogProps) => {
  const extension = extensionOf(friendlyName)
  const before = friendlyName.slice(0, friendlyName.length - extension.length)
  const [base, setBase] = useState(before)
  const { attempt, pending, error } = useAttempt(texts.renameFailed)
  const field = useRef<HTMLInputElement>(null)
  // Runs after the dialog has taken the focus.
  useEffect(() => field.current?.select(), [])
  const name = base.trim()
  const save = async () => {
    if (pending) return
    if (name === before) return onClose()
    await attempt(async () => {
      onRenamed(await call(fileCalls.rename, { fileId: id, friendlyName: `${name}${extension}` }))
      onClose()
    })
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (name !== "") void save()
  }
  return (
    <DialogFrame label={texts.renameTitle} className="message-dialog" dismissable onClose={onClose}>
      <h2 className="title">{texts.renameTitle}</h2>
      <form onSubmit={onSubmit}>
        <div className="rename row">
          <input
            ref={field}
            className="input grow"
            dir="auto"
            aria-label={texts.baseName}
            maxLength={200}
            value={base}
            onChange={({ target }) => setBase(target.value)}
          />
          {extension && <span className="muted">{extension}</span>}
        </div>
        {error && <FieldError>{error}</FieldError>}
        <div className="message-actions row">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant="primary" type="submit" busy={pending} disabled={name === ""}>
            {texts.save}
          </Button>
        </div>
      </form>
    </DialogFrame>
  )
}
