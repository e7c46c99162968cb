import { isSameFilter } from "~/rules/filter"
import { filterTexts as texts } from "~/ui/filter/texts"
import { useViews } from "~/ui/filter/use-views"
import { Button } from "~/ui/parts/button"
import { useBoard, useView } from "~/ui/plan/board-context"

type SaveViewProps = { variant?: "ghost" | "plain"; size?: "small" | "large" }

/** In the filter bar or sheet: saves what is set, or what has changed in the open view. */
export const SaveView = ({ variant = "ghost", size = "small" }: SaveViewProps) => {
  const { view, user, can } = useBoard()
  const { change } = useViews()
  const filtering = useView(({ filtering }) => filtering)
  const saved = useView(({ savedView }) => savedView)
  const layout = useView(({ layout }) => (layout === "board" ? "board" : "calendar"))
  if (!filtering) return null
  const isChanged = saved && (saved.layout !== layout || !isSameFilter(saved.filter, filtering.filter))
  if (isChanged && (saved.ownerId === user.id || can("changeOthersTexts")))
    return (
      <Button variant={variant} size={size} onClick={() => change(saved.id, { layout, filter: filtering.filter })}>
        {texts.update}
      </Button>
    )
  if (saved && !isChanged) return null
  return (
    <Button
      variant={variant}
      size={size}
      onClick={() => view.set(size === "large" ? { viewMenu: "", filterBar: false } : { viewMenu: "" })}
    >
      {texts.saveShort}
    </Button>
  )
}
