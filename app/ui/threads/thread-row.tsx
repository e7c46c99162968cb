import { ChevronDown, ChevronRight, Layers } from "lucide-react"
import { type CSSProperties, memo, type ReactNode } from "react"
import type { NodeRow, ReplyPlace, ThreadCard, ThreadRow } from "~/client/thread/thread-rows"
import type { Comment } from "~/contract/comment"
import { drafts, emptyDraft } from "~/ui/comment/attachments"
import type { CardFiles } from "~/ui/comment/comment-body"
import { CommentEntry } from "~/ui/comment/comment-entry"
import { UnsentComment } from "~/ui/comment/unsent-comment"
import { Button, IconButton } from "~/ui/parts/button"
import { useRow } from "~/ui/plan/board-context"
import { goalTint } from "~/ui/plan/goal-tint"
import { itemName } from "~/ui/plan/names"
import { cardTexts } from "~/ui/plan/texts"
import { threadTexts as texts } from "~/ui/threads/texts"
import { draftKey, ThreadReply } from "~/ui/threads/thread-reply"

export type RowActions = {
  toggle(key: string, open: boolean): void
  /** Shows all comments of a card. */
  whole(key: string): void
  reply(place: ReplyPlace): void
  closeReply(): void
  /** Opens the dialog of a card, at one of its comments. */
  open(card: ThreadCard, comment?: Comment): void
  put(comment: Comment): void
  focus(key: string): void
  /** Focuses the row after this one, which is about to go, or else the one before. */
  focusNear(key: string): void
}

type ThreadListRowProps = {
  /** Measures the row at its index in the list. */
  measure(element: HTMLDivElement | null): void
  index: number
  top: number
  row: ThreadRow
  /** Of its goal. */
  first: boolean
  last: boolean
  /** The row that Tab reaches. */
  current: boolean
  wanted: string
  files: CardFiles | undefined
  canReply: boolean
  /** A reply to this row is being written. */
  replying: boolean
  /** The comment that the reply in this row answers. */
  replyTo: Comment | undefined
  planId: number
  actions: RowActions
}

export const ThreadListRow = memo(function ThreadListRow(props: ThreadListRowProps) {
  const { measure, index, top, row, first, last, current } = props
  const { kind, key, level, position, size, card } = row
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of a treegrid, mounted without its neighbours
    <div
      ref={measure}
      data-index={index}
      data-thread={kind === "reply" ? undefined : key}
      data-files-of={`${card.entity}:${card.id}`}
      role="row"
      aria-rowindex={index + 1}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={size}
      aria-expanded={kind === "node" ? row.open : undefined}
      aria-keyshortcuts={kind === "comment" ? "R" : undefined}
      tabIndex={kind === "reply" ? undefined : current ? 0 : -1}
      className={`thread-row ${kind}-row`}
      data-level={level}
      data-first={first || undefined}
      data-last={last || undefined}
      style={
        {
          transform: `translateY(${top}px)`,
          "--depth": kind === "node" ? level - 1 : Math.max(0, level - 2),
        } as CSSProperties
      }
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a cell of a treegrid */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row has the focus */}
      <div role="gridcell">
        {kind === "node" ? (
          <Node row={row} actions={props.actions} />
        ) : kind === "more" ? (
          <Button
            size="small"
            variant="ghost"
            tabIndex={-1}
            onClick={() => props.actions.whole(`${card.entity}:${card.id}`)}
          >
            {texts.more(row.count)}
          </Button>
        ) : (
          <Said {...props} />
        )}
      </div>
    </div>
  )
})

/** A comment, one that is not sent yet, or the reply that is being written. */
const Said = (props: ThreadListRowProps) => {
  const { row, planId, current, wanted, files, canReply, replying, replyTo, actions } = props
  const { card } = row
  if (row.kind === "comment")
    return (
      <CommentEntry
        as="div"
        card={card}
        comment={row.comment}
        files={files}
        wanted={wanted}
        thread={{
          replying,
          tabIndex: current ? 0 : -1,
          onReply: canReply
            ? () => (replying ? actions.closeReply() : actions.reply({ key: row.key, card }))
            : undefined,
          onOpen: () => actions.open(card, row.comment),
          onRemoved: () => actions.focusNear(row.key),
        }}
      />
    )
  if (row.kind === "unsent") {
    const rewrite = (text: string) => {
      drafts.set(draftKey(planId, card), { ...emptyDraft, text })
      actions.reply({ key: `${card.entity}:${card.id}`, card })
    }
    return (
      <ol>
        <UnsentComment entry={row.entry} files={files} onRewrite={rewrite} />
      </ol>
    )
  }
  const close = () => {
    actions.closeReply()
    actions.focus(replyTo ? `comment:${replyTo.id}` : `${card.entity}:${card.id}`)
  }
  return <ThreadReply key={replyTo?.id} card={card} to={replyTo} onChanged={actions.put} onClose={close} />
}

type NodeProps = { row: NodeRow; actions: RowActions }

const Node = ({ row, actions }: NodeProps) => {
  const { entity, id } = row.card
  if (entity === "goal") return <GoalNode id={id} row={row} actions={actions} />
  return entity === "item" ? (
    <ItemNode id={id} row={row} actions={actions} />
  ) : (
    <TaskNode id={id} row={row} actions={actions} />
  )
}

type CardNodeProps = NodeProps & { id: number }

const GoalNode = ({ id, row, actions }: CardNodeProps) => {
  const goal = useRow("goal", id)
  const name = id === 0 ? texts.noGoal : goal?.name || cardTexts.untitledGoal
  return (
    <Line row={row} actions={actions} name={name} color={goal?.color}>
      <span className="dot" aria-hidden="true" />
    </Line>
  )
}

const ItemNode = ({ id, row, actions }: CardNodeProps) => {
  const item = useRow("item", id)
  return (
    <Line row={row} actions={actions} name={item ? itemName(item) : cardTexts.untitledAction}>
      <Layers className="icon small muted" aria-hidden="true" />
    </Line>
  )
}

const TaskNode = ({ id, row, actions }: CardNodeProps) => {
  const task = useRow("task", id)
  const item = useRow("item", task?.itemId ?? 0)
  const goal = useRow("goal", item?.goalId ?? 0)
  const type = task?.type ?? 0
  return (
    <Line row={row} actions={actions} name={task?.description || cardTexts.untitledTask} color={goal?.color}>
      <span className="status-mark thread-status" data-type={type} role="img" aria-label={cardTexts.columns[type]} />
    </Line>
  )
}

type LineProps = NodeProps & { name: string; color?: string; children: ReactNode }

const Line = ({ row: { key, card, open, total, found }, name, color, actions, children }: LineProps) => (
  <div className="thread-node row" {...(color === undefined ? {} : goalTint(color))}>
    <IconButton
      small
      label={open ? texts.collapse(name) : texts.expand(name)}
      tip={null}
      tabIndex={-1}
      onClick={() => actions.toggle(key, !open)}
    >
      {open ? (
        <ChevronDown className="icon small" aria-hidden="true" />
      ) : (
        <ChevronRight className="icon small" aria-hidden="true" />
      )}
    </IconButton>
    {children}
    {card.id > 0 ? (
      <button
        type="button"
        className="thread-name truncate slim"
        tabIndex={-1}
        dir="auto"
        onClick={() => actions.open(card)}
      >
        {name}
      </button>
    ) : (
      <span className="thread-name truncate slim">{name}</span>
    )}
    <span className="grow" />
    <span className="thread-count numeric fine muted rigid">
      <span aria-hidden="true">{found === total ? total : texts.found(found, total)}</span>
      <span className="visually-hidden">{found === total ? texts.comments(total) : texts.found(found, total)}</span>
    </span>
  </div>
)
