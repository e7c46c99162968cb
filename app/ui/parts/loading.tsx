import { common } from "~/ui/parts/texts"

/** A spinner. Decorative: the text beside it says what is loading. */
export const Spinner = ({ size = 12 }: { size?: number }) => (
  <span className="spinner rigid" style={size === 12 ? undefined : { width: size, height: size }} aria-hidden="true" />
)

/** Fills a region while it loads. */
export const Loading = ({ text = common.loading }: { text?: string }) => (
  <div className="empty loading" role="status">
    <Spinner size={20} />
    {text}
  </div>
)
