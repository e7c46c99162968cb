import { Download, Eye, Pencil, Trash2 } from "lucide-react"
import { memo, useId, useState } from "react"
import { call } from "~/client/api"
import { type FileEntry, fileCalls } from "~/contract/file"
import { addressOf, kindOf, looks, megabytes, previewOf } from "~/ui/file/file-kind"
import { file as texts } from "~/ui/file/texts"
import { download } from "~/ui/file/use-files"
import { IconButton } from "~/ui/parts/button"
import { atTime } from "~/ui/parts/dates"
import { useMessage } from "~/ui/parts/dialog/use-message"
import { OnDemand } from "~/ui/parts/on-demand"
import { common } from "~/ui/parts/texts"

const loadRename = () => import("~/ui/file/rename-dialog")

type FileRowProps = {
  file: FileEntry
  readOnly: boolean
  onShow(file: FileEntry): void
  onRenamed(file: FileEntry): void
  onRemoved(id: number): void
}

/** One file. Its name and View open a preview if there is one, and download the file otherwise. */
export const FileRow = memo(function FileRow({ file, readOnly, onShow, onRenamed, onRemoved }: FileRowProps) {
  const { friendlyName: name, size, uploadDate, referencedByNote } = file
  const [renaming, setRenaming] = useState(false)
  const [message, show] = useMessage()
  const nameId = useId()
  const whyId = useId()

  const save = () => download(file).catch(() => show({ kind: "error", text: texts.downloadFailed }))
  const open = () => (previewOf(file) ? onShow(file) : void save())
  const remove = async () => {
    const text = referencedByNote ? texts.removeReferenced : texts.removeText
    const question = { kind: "question", title: texts.removeTitle, text, confirm: common.delete, danger: true } as const
    if (!(await show(question))) return
    try {
      await call(fileCalls.removeById, { fileId: file.id }, { idempotencyKey: crypto.randomUUID() })
      onRemoved(file.id)
    } catch {
      await show({ kind: "error", text: texts.removeFailed })
    }
  }

  return (
    <tr>
      <td>
        <div className="file-name row">
          <FileIcon file={file} />
          <button id={nameId} type="button" className="truncate" dir="auto" data-tip={name} onClick={open}>
            {name}
          </button>
        </div>
      </td>
      <td className="numeric">{texts.megabytes(megabytes(size))}</td>
      <td className="numeric when">
        <time dateTime={uploadDate}>{atTime(uploadDate)}</time>
      </td>
      <td className="file-actions unbroken">
        <IconButton small label={texts.view} aria-describedby={nameId} onClick={open}>
          <Eye className="icon small" aria-hidden="true" />
        </IconButton>
        <IconButton small label={texts.download} aria-describedby={nameId} onClick={save}>
          <Download className="icon small" aria-hidden="true" />
        </IconButton>
        {!readOnly && (
          <>
            <IconButton small label={texts.rename} aria-describedby={nameId} onClick={() => setRenaming(true)}>
              <Pencil className="icon small" aria-hidden="true" />
            </IconButton>
            <IconButton
              small
              label={common.delete}
              tip={referencedByNote ? texts.referenced : undefined}
              aria-describedby={referencedByNote ? `${nameId} ${whyId}` : nameId}
              aria-disabled={referencedByNote || undefined}
              onClick={() => {
                if (!referencedByNote) void remove()
              }}
            >
              <Trash2 className="icon small" aria-hidden="true" />
              {referencedByNote && (
                <span className="visually-hidden" id={whyId}>
                  {texts.referenced}
                </span>
              )}
            </IconButton>
          </>
        )}
        {message}
        {renaming && (
          <OnDemand layer load={loadRename} onClose={() => setRenaming(false)}>
            {({ RenameDialog }) => (
              <RenameDialog file={file} onRenamed={onRenamed} onClose={() => setRenaming(false)} />
            )}
          </OnDemand>
        )}
      </td>
    </tr>
  )
})

const FileIcon = ({ file }: { file: FileEntry }) => {
  const [failed, setFailed] = useState(false)
  const { Icon, color } = looks[kindOf(file)]
  if (file.thumbnailFileName && !failed) {
    return (
      <img
        className="file-icon centered rigid"
        src={addressOf(file.planId, file.thumbnailFileName)}
        alt=""
        width={28}
        height={28}
        loading="lazy"
        decoding="async"
        onError={() => setFailed(true)}
      />
    )
  }
  return (
    <span className="file-icon centered rigid" data-goal={color}>
      <Icon className="icon small" aria-hidden="true" />
    </span>
  )
}
