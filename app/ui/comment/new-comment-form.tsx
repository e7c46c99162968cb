import { loadComposer } from "~/ui/comment/load-composer"
import { commentTexts as texts } from "~/ui/comment/texts"
import type { NewComment } from "~/ui/comment/use-new-comment"
import { OnDemand } from "~/ui/parts/on-demand"

type NewCommentFormProps = {
  label: string
  /** In one line, without a Back button. */
  compact?: boolean
  writing: NewComment
  onClose(): void
}

/** The composer of a new comment. Its Back button discards the draft. */
export const NewCommentForm = ({ label, compact, writing, onClose }: NewCommentFormProps) => {
  const { draft, setDraft, busy, error, send, remove, discard } = writing
  return (
    <OnDemand load={loadComposer} onClose={onClose}>
      {({ Composer }) => (
        <Composer
          label={label}
          compact={compact}
          draft={draft}
          action={texts.send}
          busy={busy}
          error={error}
          onChange={setDraft}
          onRemove={remove}
          onSubmit={send}
          onBack={() => {
            discard()
            onClose()
          }}
        />
      )}
    </OnDemand>
  )
}
