import { useEffect, useState } from "react"
import { type Messages, openMessages } from "~/client/chat/messages"
import { notificationSound } from "~/client/memory/choices"
import { closeChat, openChat } from "~/ui/message/open-chat"
import { message as words } from "~/ui/message/texts"
import { chime } from "~/ui/parts/chime"
import { OnDemand } from "~/ui/parts/on-demand"
import { showToast } from "~/ui/parts/toast/toast"
import { useBoard, useView } from "~/ui/plan/board-context"

const loadWindow = () => import("~/ui/message/chat-window")

/** Longest text in a toast. */
const excerpt = 200

/** Direct messages: unread counts, a toast for each new message, and the open chats. Import it lazily. */
export const MessageHost = () => {
  const { session, view, user } = useBoard()
  const open = useView(({ chats }) => chats)
  const [messages, setMessages] = useState<Messages>()
  const me = user.id

  useEffect(() => {
    const opened = openMessages({ ...session, me })
    const show = () => view.set({ unread: opened.unread.get() })
    const offUnread = opened.unread.subscribe(show)
    const offMessage = opened.onMessage(({ sender, content }, personId) => {
      const member = session.store.member(personId)
      if (notificationSound.on()) chime()
      showToast({
        kind: "info",
        person: member ?? { id: personId, userName: sender.userName },
        text: words.from(member?.userName || sender.userName || words.unknownUser),
        more: content.slice(0, excerpt),
        key: `message.${personId}`,
        onOpen: () => openChat(view, personId),
      })
    })
    setMessages(opened)
    return () => {
      offUnread()
      offMessage()
      opened.close()
    }
  }, [session, view, me])

  if (!messages) return null
  // The order never changes, because an element that moves loses the focus.
  return [...open]
    .sort((a, b) => a - b)
    .map((personId) => (
      <OnDemand layer="while loading" key={personId} load={loadWindow} onClose={() => closeChat(view, personId)}>
        {({ ChatWindow }) => <ChatWindow chat={messages.chat(personId)} personId={personId} />}
      </OnDemand>
    ))
}
