import { X } from "lucide-react"
import { useId, useState } from "react"
import { singleKeys } from "~/client/memory/choices"
import { keyList } from "~/ui/palette/texts"
import { IconButton } from "~/ui/parts/button"
import { DialogFrame } from "~/ui/parts/dialog/dialog"
import { common } from "~/ui/parts/texts"
import "./palette.css"

type KeyGroup = { name: string; keys: readonly (readonly [key: string, does: string])[] }

/** The keyboard shortcuts, by default the board's, and the switch for single letters. Import it lazily: it loads React Aria. */
export const KeyList = ({ groups = keyList.groups, onClose }: { groups?: readonly KeyGroup[]; onClose(): void }) => {
  const [single, setSingle] = useState(singleKeys.on)
  const id = useId()
  return (
    <DialogFrame label={keyList.title} className="key-list" sheet dismissable onClose={onClose}>
      <header className="row">
        <h2 className="grow">{keyList.title}</h2>
        <IconButton label={common.close} onClick={onClose}>
          <X className="icon" aria-hidden="true" />
        </IconButton>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section className="key-groups grid scrolls" tabIndex={0} aria-label={keyList.title}>
        {groups.map(({ name, keys }) => (
          <section key={name}>
            <h3 className="label">{name}</h3>
            <dl>
              {keys.map(([key, does]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
      <label className="row single-keys">
        <input
          type="checkbox"
          aria-describedby={id}
          checked={single}
          onChange={({ target }) => {
            singleKeys.set(target.checked)
            setSingle(target.checked)
          }}
        />
        <span>
          {keyList.single}
          <span id={id} className="hint">
            {keyList.singleHint}
          </span>
        </span>
      </label>
    </DialogFrame>
  )
}
