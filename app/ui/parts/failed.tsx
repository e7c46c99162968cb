import { Button } from "~/ui/parts/button"
import { common } from "~/ui/parts/texts"

type FailedProps = {
  text: string
  onRetry(): void
  /** One line in a list instead of the whole region. */
  inline?: boolean
}

/** Says that a region could not be loaded, with a retry. */
export const Failed = ({ text, onRetry, inline = false }: FailedProps) => (
  <div className={inline ? "row secondary" : "empty"} role="alert">
    <p>{text}</p>
    <Button size="small" onClick={onRetry}>
      {common.tryAgain}
    </Button>
  </div>
)
