import type { View } from "~/ui/plan/view-state"

/** Opens the chat with a person above other chats; if it is open already, it takes the focus. */
export const openChat = (view: View, personId: number) => {
  raiseChat(view, personId)
  document.querySelector<HTMLElement>(`#chat-${personId} textarea`)?.focus()
}

/** The number of unread messages. */
export const sumOf = (unread: ReadonlyMap<number, number>) => [...unread.values()].reduce((sum, each) => sum + each, 0)

export const raiseChat = (view: View, personId: number) => {
  const { chats } = view.get()
  if (chats.at(-1) !== personId) view.set({ chats: [...chats.filter((each) => each !== personId), personId] })
}

export const closeChat = (view: View, personId: number) =>
  view.set({ chats: view.get().chats.filter((each) => each !== personId) })
