import { ImageUp } from "lucide-react"
import { useRef, useState } from "react"
import { Button } from "~/ui/parts/button"
import { common } from "~/ui/parts/texts"

type PictureInputProps = {
  label: string
  /** Absent without a picture to remove. */
  onRemove?(): Promise<void>
  onChoose(file: File): Promise<void>
}

/** Chooses or removes a picture. */
export const PictureInput = ({ label, onChoose, onRemove }: PictureInputProps) => {
  const picker = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="row picture-input">
      <input
        ref={picker}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp,image/avif,image/gif,image/bmp"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ""
          if (file) void run(() => onChoose(file))
        }}
      />
      <Button size="small" busy={busy} onClick={() => picker.current?.click()}>
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
