import { Scripts } from "@remix-run/react"
import {
  Children,
  type ComponentProps,
  cloneElement,
  Fragment,
  isValidElement,
  type ReactNode,
  useContext,
} from "react"
import { FirstCardsContext } from "~/ui/parts/first-cards-context"

/** The page's scripts. A document with first cards shows something without them: they load after its styles, font and data. */
export const LateScripts = (props: ComponentProps<typeof Scripts>) => {
  const scripts = Scripts(props)
  return useContext(FirstCardsContext) ? low(scripts) : scripts
}

/** Gives preloaded modules a low priority, for which Remix has no option. */
const low = (node: ReactNode): ReactNode =>
  Children.map(node, (child) => {
    if (!isValidElement<{ children?: ReactNode; rel?: string }>(child)) return child
    if (child.type === Fragment) return low(child.props.children)
    return child.props.rel === "modulepreload" ? cloneElement(child, { fetchpriority: "low" } as object) : child
  })
