import { Link } from "@remix-run/react"
import { ChevronLeft, ChevronRight } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { selectedPlan } from "~/client/memory/selected-plan"
import { Mark } from "~/ui/parts/brand"
import { IconButton } from "~/ui/parts/button"
import { common } from "~/ui/parts/texts"
import { useBackCloses } from "~/ui/parts/use-back-closes"
import type { StarterParts } from "~/ui/starter/desk-panes"
import { Counts } from "~/ui/starter/preview"
import { starter } from "~/ui/starter/texts"

/** The form, and behind a row with the counts the preview. */
export const PhonePages = (props: StarterParts & { title: string; hasModel: boolean }) => {
  const { fields, outline, tree, startEmpty, sample, doIt, refused, title, hasModel } = props
  const [preview, setPreview] = useState(false)
  const back = useRef<HTMLButtonElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const turned = useRef(false)
  useEffect(() => {
    if (turned.current) (preview ? back : more).current?.focus()
  }, [preview])
  const turnTo = (shown: boolean) => {
    turned.current = true
    setPreview(shown)
  }

  useBackCloses(() => turnTo(false), preview)

  if (preview && outline)
    return (
      <>
        <header className="starter-top">
          <IconButton ref={back} label={common.back} onClick={() => turnTo(false)}>
            <ChevronLeft className="icon" aria-hidden="true" />
          </IconButton>
          <div className="starter-title">
            <h2>{starter.preview}</h2>
            <p className="truncate" dir="auto">
              {title}
            </p>
          </div>
        </header>
        <div className="starter-page">
          <Counts outline={outline} />
          {tree}
        </div>
        <footer className="starter-foot">
          {refused}
          {doIt}
          <p className="hint">{starter.drafts}</p>
        </footer>
      </>
    )
  return (
    <>
      <header className="starter-top">
        <Link className="logo" to="/" aria-label={common.toPlans} onClick={selectedPlan.clear}>
          <Mark />
        </Link>
        <span className="grow" />
        {startEmpty}
      </header>
      <div className="starter-page">
        <h2>{starter.heading}</h2>
        {fields}
        {outline ? (
          <button ref={more} type="button" className="starter-more" onClick={() => turnTo(true)}>
            <Counts outline={outline} />
            <span className="grow" />
            <span>{starter.preview}</span>
            <ChevronRight className="icon small" aria-hidden="true" />
          </button>
        ) : (
          <p className="hint">{hasModel ? starter.hintModel : starter.hint}</p>
        )}
      </div>
      <footer className="starter-foot">
        {refused}
        {doIt}
        {sample}
      </footer>
    </>
  )
}
