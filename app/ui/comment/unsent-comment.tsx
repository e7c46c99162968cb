import { Pencil, Trash2 } from "lucide-react"
import type { TextEntry } from "~/client/outbox/outbox-entry"
import { problemText } from "~/contract/shared/language/problem-text"
import { type CardFiles, CommentBody } from "~/ui/comment/comment-body"
import { commentTexts as texts } from "~/ui/comment/texts"
import { Avatar } from "~/ui/parts/avatar"
import { IconButton } from "~/ui/parts/button"
import { FieldError } from "~/ui/parts/field"
import { useBoard } from "~/ui/plan/board-context"

type UnsentCommentProps = { entry: TextEntry; files: CardFiles | undefined; onRewrite(text: string): void }

/** A comment of the reader that is pending, or that the server refused: then it says why, and its text can be taken back. */
export const UnsentComment = ({ entry, files, onRewrite }: UnsentCommentProps) => {
  const { session, user } = useBoard()
  const { ref, input, problem, postponed } = entry
  const giveUp = () => session.outbox.remove(ref)
  return (
    <li className="comment">
      <div className="comment-header muted fine row">
        <Avatar person={user} size={18} />
        <span className="comment-who row grow">
          <b className="truncate" dir="auto">
            {user.userName}
          </b>
          {!problem && (
            <span className="comment-when unbroken muted rigid" role="status">
              {postponed ? texts.waiting : texts.sending}
            </span>
          )}
        </span>
        {problem && (
          <IconButton
            small
            label={texts.rewrite}
            onClick={() => {
              onRewrite(input.content)
              giveUp()
            }}
          >
            <Pencil className="icon small" aria-hidden="true" />
          </IconButton>
        )}
        {(problem || postponed) && (
          <IconButton small label={texts.giveUp} onClick={giveUp}>
            <Trash2 className="icon small" aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <CommentBody content={input.content} files={files} />
      {problem && (
        <FieldError>
          {texts.notSent} {problemText(problem.message)}
        </FieldError>
      )}
    </li>
  )
}
