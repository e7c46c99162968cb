import type { Upload, Uploads } from "~/client/outbox/uploads"
import { Button } from "~/ui/parts/button"
import { common } from "~/ui/parts/texts"
import { messageOf } from "~/ui/parts/use-attempt"
import { saveFile, UnsentRow } from "~/ui/plan-page/unsent-row"
import { unsentTexts as words } from "~/ui/plan-page/unsent-texts"

type RefusedFileProps = {
  upload: Upload
  uploads: Uploads
  /** Whether sending it again may help. */
  retries?: boolean
  /** Instead of the server's. */
  reason?: string
}

/** A file that the server refused, or that cannot be sent, in a list of unsent changes. */
export const RefusedFile = ({ upload: { key, file, at, why }, uploads, retries = false, reason }: RefusedFileProps) => (
  <UnsentRow
    text={file.name}
    kind={words.unsent.file}
    at={at}
    reason={reason ?? messageOf(why, words.unsent.fileRefused)}
  >
    {retries && (
      <Button size="small" onClick={() => uploads.retry(key)}>
        {common.tryAgain}
      </Button>
    )}
    <Button size="small" onClick={() => saveFile(file)}>
      {words.unsent.download}
    </Button>
    <Button size="small" onClick={() => uploads.cancel(key)}>
      {words.discard}
    </Button>
  </UnsentRow>
)
