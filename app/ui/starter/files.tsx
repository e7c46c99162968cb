import { File as FileIcon, Paperclip, X } from "lucide-react"
import { file as fileTexts } from "~/ui/file/texts"
import { Button, IconButton } from "~/ui/parts/button"
import { Spinner } from "~/ui/parts/loading"
import { useFilePicker } from "~/ui/parts/use-file-picker"
import { starter } from "~/ui/starter/texts"
import type { FileState } from "~/ui/starter/use-file-outlines"
import "~/ui/parts/text-parts.css"

type FilesProps = {
  files: readonly File[]
  /** Of the files that are being read, or could not be. */
  states: ReadonlyMap<File, FileState>
  onAttach(files: Iterable<File>): void
  onRemove(file: File): void
}

/** The chosen files, and the button that adds more. */
export const Files = ({ files, states, onAttach, onRemove }: FilesProps) => {
  const [filePicker, pickFiles] = useFilePicker(onAttach, { multiple: true })
  return (
    <div className="row starter-files wraps">
      <ul aria-label={fileTexts.list}>
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be there twice
          <li className="file-chip" key={index} data-tip={file.name}>
            {states.get(file)?.busy ? <Spinner /> : <FileIcon className="icon small" aria-hidden="true" />}
            <span className="truncate" dir="auto">
              {file.name}
            </span>
            <IconButton small label={starter.remove} onClick={() => onRemove(file)}>
              <X className="icon tiny" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      {filePicker}
      <Button variant="ghost" onClick={pickFiles}>
        <Paperclip className="icon small" aria-hidden="true" />
        {fileTexts.add}
      </Button>
      <div className="starter-states fine" role="status">
        {files.map((file, index) => {
          const state = states.get(file)
          if (!state) return null
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be there twice
            <p key={index} className={state.failed ? "field-error row" : "hint"} dir="auto">
              {state.text.includes(file.name) ? state.text : `${file.name}: ${state.text}`}
            </p>
          )
        })}
      </div>
    </div>
  )
}
