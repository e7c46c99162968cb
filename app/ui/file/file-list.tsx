import { useFilePicker } from "~/ui/parts/use-file-picker"
import "./file-list.css"
import { Plus } from "lucide-react"
import { useRef, useState } from "react"
import { uploadsOf } from "~/client/outbox/plan-uploads"
import type { FileEntry } from "~/contract/file"
import { FileRow } from "~/ui/file/file-row"
import { file as texts } from "~/ui/file/texts"
import { UploadRows } from "~/ui/file/upload-rows"
import { type FilesOf, ownerOf, useFiles } from "~/ui/file/use-files"
import { Button } from "~/ui/parts/button"
import { EmptyState, Failed } from "~/ui/parts/empty-state"
import { focusSoon } from "~/ui/parts/focus"
import { Loading } from "~/ui/parts/loading"
import { OnDemand } from "~/ui/parts/on-demand"
import { useBoard } from "~/ui/plan/board-context"
import { useFileZone } from "~/ui/plan/file-zone"

const loadPreview = () => import("~/ui/file/file-preview")

type FileListProps = {
  of: FilesOf
  /** Disables adding, renaming and deleting. */
  readOnly: boolean
}

/** A table of a card's or the plan's files, with a button and a drop target for more. Import it lazily. */
export const FileList = ({ of, readOnly }: FileListProps) => {
  const { session } = useBoard()
  const { list, retry, put, drop } = useFiles(of)
  const [shown, setShown] = useState<FileEntry>()
  const opener = useRef<HTMLElement | null>(null)
  const owner = ownerOf(of, of ? session.store.realId(of.id) : 0)

  const add = async (files: Iterable<File>) => {
    for (const entry of await uploadsOf(session.planId).add(files, owner)) put(entry)
  }
  const [filePicker, pickFiles] = useFilePicker(add, { multiple: true })
  const show = (entry: FileEntry) => {
    opener.current = document.activeElement as HTMLElement | null
    setShown(entry)
  }
  const hide = () => {
    setShown(undefined)
    focusSoon(() => opener.current)
  }
  const field = useRef<HTMLDivElement>(null)
  useFileZone(
    () => field.current?.closest(".dialog-body, .dialog") ?? field.current,
    readOnly ? undefined : { take: add },
  )

  return (
    <div ref={field} className="file-list">
      {!readOnly && (
        <div className="file-head">
          <span className="grow" />
          {filePicker}
          <Button variant="primary" size="small" onClick={pickFiles}>
            <Plus className="icon small" aria-hidden="true" />
            {texts.add}
          </Button>
        </div>
      )}
      <UploadRows owner={owner} />
      {list === undefined ? (
        <Loading text={texts.loading} />
      ) : list === "failed" ? (
        <Failed text={texts.failed} onRetry={retry} />
      ) : list.length === 0 ? (
        <EmptyState text={readOnly ? texts.emptyToRead : texts.empty} />
      ) : (
        <table className="files" aria-label={texts.list}>
          <thead>
            <tr>
              <th>{texts.name}</th>
              <th className="numeric">{texts.size}</th>
              <th>{texts.modified}</th>
              <th className="file-actions unbroken">{texts.actions}</th>
            </tr>
          </thead>
          <tbody>
            {list.map((entry) => (
              <FileRow key={entry.id} file={entry} readOnly={readOnly} onShow={show} onRenamed={put} onRemoved={drop} />
            ))}
          </tbody>
        </table>
      )}
      {shown && (
        <OnDemand layer load={loadPreview} onClose={hide}>
          {({ FilePreview }) => <FilePreview file={shown} onClose={hide} />}
        </OnDemand>
      )}
    </div>
  )
}
