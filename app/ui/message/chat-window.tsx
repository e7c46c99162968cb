import "./message.css"
import { Move, X } from "lucide-react"
import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { createPortal } from "react-dom"
import type { Chat } from "~/client/chat/chat"
import { ChatField } from "~/ui/message/chat-field"
import { MessageLog } from "~/ui/message/message-log"
import { closeChat, raiseChat } from "~/ui/message/open-chat"
import { message } from "~/ui/message/texts"
import { Avatar } from "~/ui/parts/avatar"
import { Button, IconButton } from "~/ui/parts/button"
import { atTimeInText } from "~/ui/parts/dates"
import { useDialogPlace } from "~/ui/parts/dialog/use-dialog-place"
import { Loading } from "~/ui/parts/loading"
import { common } from "~/ui/parts/texts"
import { messageOf } from "~/ui/parts/use-attempt"
import { useBackCloses } from "~/ui/parts/use-back-closes"
import { useBoard, useMember, useObserved, useView } from "~/ui/plan/board-context"
import { peopleTexts } from "~/ui/plan/texts"
import { useLeft } from "~/ui/plan/use-left"

/** Offset between windows that were never moved, px. */
const beside = 316

type ChatWindowProps = { chat: Chat; personId: number }

/** A conversation with one person, in a window dragged by its header. Import it lazily. */
export const ChatWindow = ({ chat, personId }: ChatWindowProps) => {
  const { view } = useBoard()
  const depth = useView(({ chats }) => chats.indexOf(personId))
  const { state, why, messages, older, unsent } = useObserved(chat.state)
  const member = useMember(personId)
  const name =
    member?.userName || messages.find(({ senderId }) => senderId === personId)?.sender.userName || message.unknownUser
  const [start] = useState(() => ({ x: 400 + beside * depth, y: 400 }))
  // A window opened over a dialog stays above it; a dialog opened later covers the window.
  const [over] = useState(() => document.querySelector(".scrim") !== null)
  const close = useFocusBack(personId, () => closeChat(view, personId))
  const { placed, handle, grip } = useDialogPlace(`chat.${personId}`, close, start)
  useBackCloses(close)
  useEffect(() => chat.show(), [chat])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  // Outside the board, which an open dialog makes inert.
  return createPortal(
    <div
      role="dialog"
      ref={placed}
      id={`chat-${personId}`}
      aria-label={peopleTexts.chatWith(name)}
      className="chat-window dialog"
      data-over={over || undefined}
      style={{ "--depth": depth } as React.CSSProperties}
      data-react-aria-top-layer={over || undefined}
      onKeyDown={onKeyDown}
      onPointerDownCapture={() => raiseChat(view, personId)}
      onFocusCapture={() => raiseChat(view, personId)}
    >
      <div className="chat-head row rigid draggable" {...handle}>
        <Head chat={chat} personId={personId} name={name} />
        <button type="button" className="move-handle secondary centered rigid" aria-label={message.move} {...grip}>
          <Move className="icon small" aria-hidden="true" />
        </button>
        <IconButton label={common.close} onClick={close}>
          <X className="icon" aria-hidden="true" />
        </IconButton>
      </div>
      {state === "open" || messages.length + unsent.length > 0 ? (
        <MessageLog chat={chat} messages={messages} older={older} unsent={unsent} />
      ) : state === "opening" ? (
        <Loading text={common.loading} />
      ) : (
        <div className="empty" role="alert">
          <p>{messageOf(why, message.failed)}</p>
          <Button size="small" onClick={chat.refresh}>
            {common.tryAgain}
          </Button>
        </div>
      )}
      {member || state !== "open" ? (
        <ChatField chat={chat} />
      ) : (
        <p className="chat-closed secondary">{message.gone(name)}</p>
      )}
    </div>,
    document.body,
  )
}

const Head = ({ chat, personId, name }: ChatWindowProps & { name: string }) => {
  const { session } = useBoard()
  const member = useMember(personId)
  const present = useObserved(session.presence)
  const typing = useObserved(chat.typing)
  const left = useLeft(present)
  const online = present.has(personId)
  const seen = left.get(personId) ?? member?.lastSeenInPlanAt ?? member?.lastSeenAt
  return (
    <>
      <Avatar person={member ?? { id: personId, userName: name }} size={32} presence={online ? "online" : "offline"} />
      <div className="grow chat-person">
        <h2 className="truncate" dir="auto">
          {name}
        </h2>
        <p className="fine muted truncate">
          {typing
            ? message.typing
            : online
              ? peopleTexts.online
              : seen
                ? peopleTexts.lastSeen(atTimeInText(seen))
                : peopleTexts.neverLoggedIn}
        </p>
      </div>
    </>
  )
}

const places = (personId: number) => [`[data-chat="${personId}"]`, ".bottom-nav > button:last-child"]

/** Returns the focus to the opener, or else to the person's avatar or the button that lists people. */
const useFocusBack = (personId: number, close: () => void) => {
  const opener = useRef(document.activeElement)
  return () => {
    close()
    const all = [opener.current, ...places(personId).map((place) => document.querySelector(place))]
    const back = all.find((each) => each instanceof HTMLElement && each !== document.body && each.checkVisibility())
    if (back instanceof HTMLElement) back.focus()
  }
}
