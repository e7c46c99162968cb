import { Check, Layers, ListTree } from "lucide-react"
import { Fragment } from "react"
import type { Outline, OutlineAction } from "~/rules/transfer/outline"
import { goalTint } from "~/ui/plan/goal-tint"
import { countsOf } from "~/ui/starter/start-plan"
import { countsIn, starter } from "~/ui/starter/texts"
import "./preview.css"

/** For example "1 goal, 4 actions". */
export const Counts = ({ outline }: { outline: Outline }) => (
  <span className="starter-counts secondary numeric">
    {countsIn(countsOf(outline)).map(({ count, word }, index) => (
      <Fragment key={word}>
        {index > 0 && ", "}
        <b>{count}</b> {word}
      </Fragment>
    ))}
  </span>
)

/** The text of the preview before anything is typed. */
export const NoPreview = ({ hasModel }: { hasModel: boolean }) => (
  <div className="starter-nothing flow muted">
    <ListTree className="icon large" aria-hidden="true" />
    <p>{hasModel ? starter.hintModel : starter.hint}</p>
  </div>
)

type PreviewProps = {
  outline: Outline
  /** The goals' colours, in their order. */
  colors: readonly string[]
  /** The text is prose, which the assistant's model will split. */
  prose: boolean
}

/** The goals, actions and tasks that a text becomes. */
export const Preview = ({ outline, colors, prose }: PreviewProps) => (
  <>
    <ul className="starter-tree breaks">
      {outline.goals.map(({ name, description, actions }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity beside their place
        <li key={index} {...goalTint(colors[index])}>
          <p className="starter-goal row fine">
            <span dir="auto">{name}</span>
          </p>
          {description && (
            <p className="starter-about fine secondary" dir="auto">
              {description}
            </p>
          )}
          <Actions actions={actions} />
        </li>
      ))}
    </ul>
    {prose && <p className="starter-prose muted">{starter.prose}</p>}
  </>
)

const Actions = ({ actions }: { actions: readonly OutlineAction[] }) => (
  <ul>
    {actions.map(({ topic, tasks }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity beside their place
      <li key={index}>
        <p className="starter-action">
          <Layers className="icon tiny" aria-hidden="true" />
          <span dir="auto">{topic}</span>
        </p>
        {tasks.length > 0 && (
          <ul>
            {tasks.map(({ description, type }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity beside their place
              <li key={at} className="starter-task secondary">
                <span className="starter-tick centered rigid" data-done={type === 2 || undefined}>
                  {type === 2 && <Check className="icon" role="img" aria-label={starter.done} />}
                </span>
                <span dir="auto">{description}</span>
              </li>
            ))}
          </ul>
        )}
      </li>
    ))}
  </ul>
)
