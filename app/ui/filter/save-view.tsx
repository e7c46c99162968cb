import { isSameFilter } from "~/rules/filter"
import { filterTexts as texts } from "~/ui/filter/texts"
import { useViews } from "~/ui/filter/use-views"
import { Button } from "~/ui/parts/button"
import { useBoard, useView } from "~/ui/plan/board-context"

/** In the filter bar: saves what is set, or what has changed in the open view. */
export const SaveView = () => {
  const { view, user, can } = useBoard()
  const { change } = useViews()
  const filtering = useView(({ filtering }) => filtering)
  const saved = useView(({ savedView }) => savedView)
  const layout = useView(({ layout }) => (layout === "board" ? "board" : "calendar"))
  if (!filtering) return null
  const isChanged = saved && (saved.layout !== layout || !isSameFilter(saved.filter, filtering.filter))
  if (isChanged && (saved.ownerId === user.id || can("changeOthersTexts")))
    return (
      <Button variant="ghost" size="small" onClick={() => change(saved.id, { layout, filter: filtering.filter })}>
        {texts.update}
      </Button>
    )
  if (saved && !isChanged) return null
  return (
    <Button variant="ghost" size="small" onClick={() => view.set({ viewMenu: "" })}>
      {texts.saveShort}
    </Button>
  )
}
