import "./file-list.css"
import { RotateCw, X } from "lucide-react"
import { useSyncExternalStore } from "react"
import { isOffline } from "~/client/api"
import { uploadsOf } from "~/client/outbox/plan-uploads"
import { stuck } from "~/client/outbox/stuck"
import type { Upload } from "~/client/outbox/uploads"
import type { FileOwner } from "~/contract/file"
import { file as texts } from "~/ui/file/texts"
import { IconButton } from "~/ui/parts/button"
import { common } from "~/ui/parts/texts"
import { messageOf } from "~/ui/parts/use-attempt"
import { useBoard, useObserved } from "~/ui/plan/board-context"

const sameOwner = (a: Partial<FileOwner>, b: Partial<FileOwner>) => JSON.stringify(a) === JSON.stringify(b)

/** Running and failed uploads to one owner. */
export const UploadRows = ({ owner }: { owner: Partial<FileOwner> }) => {
  const { session } = useBoard()
  const uploads = uploadsOf(session.planId)
  const all = useSyncExternalStore(uploads.subscribe, uploads.get, uploads.get)
  const { realId } = session.store
  // A file added to a new card has its temporary id.
  const ownerNow = (of: Partial<FileOwner>) =>
    Object.fromEntries(Object.entries(of).map(([name, id]) => [name, realId(id)]))
  const here = all.filter((upload) => sameOwner(ownerNow(upload.owner), owner))
  if (here.length === 0) return null
  return (
    <ul className="uploads" aria-label={texts.uploads}>
      {here.map((upload) => (
        <UploadRow
          key={upload.key}
          upload={upload}
          onRetry={() => uploads.retry(upload.key)}
          onCancel={() => uploads.cancel(upload.key)}
        />
      ))}
    </ul>
  )
}

type UploadRowProps = { upload: Upload; onRetry(): void; onCancel(): void }

const UploadRow = ({ upload: { ref, file, state, part, why, unstored }, onRetry, onCancel }: UploadRowProps) => {
  const isStuck = useObserved(stuck).has(ref)
  return (
    <li className={`row ${state}`}>
      <div className="grow">
        <span className="truncate" dir="auto">
          {file.name}
        </span>
        {state === "failed" && isOffline(why) ? (
          <span className="fine muted" role="status">
            {isStuck ? texts.stuck : unstored ? texts.unstored : texts.waitingToSend}
          </span>
        ) : state === "failed" ? (
          <span className="upload-error fine wrong" role="alert">
            {why === "size" ? texts.tooLarge : messageOf(why, texts.uploadFailed)}
          </span>
        ) : (
          <span className="fine muted" role="status">
            {state === "waiting" ? texts.waiting : texts.uploading}
          </span>
        )}
      </div>
      {state === "uploading" && <progress aria-label={file.name} max={1} value={part} />}
      {state === "failed" && why !== "size" && (
        <IconButton small label={common.tryAgain} onClick={onRetry}>
          <RotateCw className="icon small" aria-hidden="true" />
        </IconButton>
      )}
      <IconButton
        small
        label={state === "failed" ? texts.dismiss(file.name) : texts.cancel(file.name)}
        onClick={onCancel}
      >
        <X className="icon small" aria-hidden="true" />
      </IconButton>
    </li>
  )
}
