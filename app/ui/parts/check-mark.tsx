import clsx from "clsx"
import { Check } from "lucide-react"
import "./checkbox.css"

/** The box of a choice; `single`: a disc, where only one of several can be chosen. */
export const CheckMark = ({ checked, single = false }: { checked: boolean; single?: boolean }) => (
  <span className={clsx("checkbox-mark centered rigid", checked && "checked")} data-round={single || undefined}>
    {!single && <Check className="icon" aria-hidden="true" />}
  </span>
)
