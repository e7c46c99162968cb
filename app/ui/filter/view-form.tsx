import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react"
import { filterTexts as texts } from "~/ui/filter/texts"
import { Button } from "~/ui/parts/button"
import { Checkbox } from "~/ui/parts/checkbox"
import { Field } from "~/ui/parts/field"
import { common } from "~/ui/parts/texts"

type ViewFormProps = {
  initial?: string
  /** Offers to share a new view. */
  mayShare?: boolean
  onSave(name: string, shared: boolean): void
  onCancel(): void
}

/** Names a view in its place. */
export const ViewForm = ({ initial = "", mayShare = false, onSave, onCancel }: ViewFormProps) => {
  const [name, setName] = useState(initial)
  const [shared, setShared] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === "") return setMissing(true)
    onSave(name.trim(), shared)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return
    event.preventDefault()
    event.stopPropagation()
    onCancel()
  }
  return (
    <form className="view-form flow" onSubmit={save} onKeyDown={onKeyDown}>
      <Field
        ref={field}
        label={texts.name}
        plainLabel
        maxLength={200}
        dir="auto"
        value={name}
        {...(isMissing ? { error: texts.enterName } : {})}
        onChange={({ target }) => {
          setName(target.value)
          setMissing(false)
        }}
      />
      {mayShare && (
        <Checkbox checked={shared} hint={texts.shareHint} onChange={setShared}>
          {texts.share}
        </Checkbox>
      )}
      <div className="row">
        <span className="grow" />
        <Button variant="ghost" size="small" onClick={onCancel}>
          {common.cancel}
        </Button>
        <Button variant="primary" size="small" type="submit">
          {texts.saveIt}
        </Button>
      </div>
    </form>
  )
}
