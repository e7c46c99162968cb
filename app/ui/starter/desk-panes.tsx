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

type DeskPanesProps = StarterParts & { handle: ComponentProps<"div">; grip: ComponentProps<"button"> }

/** Headline, form, preview, and below the headline the other ways to begin: Tab reaches them after the form. */
export const DeskPanes = (props: DeskPanesProps) => {
  const { fields, outline, tree, startEmpty, sample, doIt, refused, handle, grip } = props
  return (
    <>
      <div className="starter-side flow draggable anchor" {...handle}>
        <h2>{starter.heading}</h2>
        <button type="button" className="move-handle secondary centered rigid" aria-label={starter.move} {...grip}>
          <Move className="icon small" aria-hidden="true" />
        </button>
      </div>
      {fields}
      <section className="starter-preview flow slim" aria-label={starter.preview}>
        <header className="row rigid">{outline ? <Counts outline={outline} /> : starter.preview}</header>
        <div className="starter-scroll ring-inside grow scrolls" tabIndex={outline ? 0 : undefined}>
          {tree}
        </div>
        <footer className="row">
          {refused || <p className="hint">{outline && starter.drafts}</p>}
          {doIt}
        </footer>
      </section>
      <div className="starter-ways flow anchor">
        <p className="starter-or row fine">{starter.or}</p>
        {sample}
        {startEmpty}
      </div>
    </>
  )
}
