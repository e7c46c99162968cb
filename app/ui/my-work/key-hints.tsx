import { workTexts } from "~/ui/my-work/texts"

/** The list's keys, shown while it has the keyboard's focus. */
export const KeyHints = ({ onKeys }: { onKeys(): void }) => (
  <div className="key-hints fine muted">
    {workTexts.hints.map(([keys, does]) => (
      <span key={does}>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
        {does}
      </span>
    ))}
    <span className="grow" />
    <button type="button" onClick={onKeys}>
      <kbd>?</kbd>
      {workTexts.keys}
    </button>
  </div>
)
