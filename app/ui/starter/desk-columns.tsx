import { Move } from "lucide-react"
import type { ComponentProps, ReactNode } from "react"
import type { Outline } from "~/rules/transfer/outline"
import { Counts } from "~/ui/starter/preview"
import { starter } from "~/ui/starter/texts"

export type StarterParts = {
  fields: ReactNode
  /** Undefined while nothing is typed. */
  outline: Outline | undefined
  tree: ReactNode
  startEmpty: ReactNode
  sample: ReactNode
  doIt: ReactNode
  /** Why the last attempt failed. */
  refused: ReactNode
}

type DeskColumnsProps = StarterParts & { handle: ComponentProps<"div">; grip: ComponentProps<"button"> }

/** Headline, form, preview, and below the headline the other ways to begin: Tab reaches them after the form. */
export const DeskColumns = (props: DeskColumnsProps) => {
  const { fields, outline, tree, startEmpty, sample, doIt, refused, handle, grip } = props
  return (
    <>
      <div className="starter-side" {...handle}>
        <h2>{starter.heading}</h2>
        <button type="button" className="move-handle" aria-label={starter.move} {...grip}>
          <Move className="icon small" aria-hidden="true" />
        </button>
      </div>
      {fields}
      <section className="starter-preview" aria-label={starter.preview}>
        <header>{outline ? <Counts outline={outline} /> : starter.preview}</header>
        <div className="starter-scroll" tabIndex={outline ? 0 : undefined}>
          {tree}
        </div>
        <footer>
          {refused || <p className="hint">{outline && starter.drafts}</p>}
          {doIt}
        </footer>
      </section>
      <div className="starter-ways">
        <p className="starter-or">{starter.or}</p>
        {sample}
        {startEmpty}
      </div>
    </>
  )
}
