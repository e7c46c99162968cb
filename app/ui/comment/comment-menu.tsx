import { PanelTopOpen, Pencil, Trash2 } from "lucide-react"
import type { RefObject } from "react"
import { commentTexts as texts } from "~/ui/comment/texts"
import { Popup } from "~/ui/parts/popup"

type CommentMenuProps = {
  label: string
  anchor: RefObject<Element | null>
  onOpen(): void
  onEdit: (() => void) | undefined
  onRemove: (() => void) | undefined
  onClose(): void
}

/** The actions of a comment in a list of several cards; a sheet on a phone. Import it lazily. */
export const CommentMenu = ({ label, anchor, onOpen, onEdit, onRemove, onClose }: CommentMenuProps) => {
  const rows = [
    { text: texts.openCard, Icon: PanelTopOpen, act: onOpen },
    { text: texts.edit, Icon: Pencil, act: onEdit },
    { text: texts.remove, Icon: Trash2, act: onRemove },
  ]
  return (
    <Popup label={label} anchor={anchor} className="comment-menu" placement="bottom end" onClose={onClose}>
      {rows.map(
        ({ text, Icon, act }) =>
          act && (
            <button
              key={text}
              type="button"
              className="list-row"
              onClick={() => {
                onClose()
                act()
              }}
            >
              <Icon className="icon" aria-hidden="true" />
              {text}
            </button>
          ),
      )}
    </Popup>
  )
}
