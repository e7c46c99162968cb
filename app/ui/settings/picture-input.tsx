import { ImageUp } from "lucide-react"
import { useState } from "react"
import { Button } from "~/ui/parts/button"
import { common } from "~/ui/parts/texts"
import { useFilePicker } from "~/ui/parts/use-file-picker"

type PictureInputProps = {
  label: string
  /** Absent without a picture to remove. */
  onRemove?(): Promise<void>
  onChoose(file: File): Promise<void>
}

/** Chooses or removes a picture. */
export const PictureInput = ({ label, onChoose, onRemove }: PictureInputProps) => {
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } finally {
      setBusy(false)
    }
  }
  const [filePicker, pickFiles] = useFilePicker(([file]) => file && run(() => onChoose(file)), {
    accept: "image/png,image/jpeg,image/webp,image/avif,image/gif,image/bmp",
  })
  return (
    <div className="row picture-input">
      {filePicker}
      <Button size="small" busy={busy} onClick={pickFiles}>
        <ImageUp className="icon small" aria-hidden="true" />
        {label}
      </Button>
      {onRemove && (
        <Button size="small" variant="ghost" disabled={busy} onClick={() => run(onRemove)}>
          {common.remove}
        </Button>
      )}
    </div>
  )
}
