/** The ring of something under way; decoration, so the words beside it say what. */
export const Spinner = ({ size = 12 }: { size?: number }) => (
  <span className="spin" style={size === 12 ? undefined : { width: size, height: size }} aria-hidden="true" />
)

/** A whole region that waits. */
export const Loading = ({ text = "Loading..." }: { text?: string }) => (
  <div className="empty loading" role="status">
    <Spinner size={20} />
    {text}
  </div>
)
