import type { View } from "~/ui/plan/view-state"

/** The chat with a person, on top of other chats; the one that is open already takes the focus. */
export const openChat = (view: View, personId: number) => {
  raiseChat(view, personId)
  document.querySelector<HTMLElement>(`#chat-${personId} textarea`)?.focus()
}

/** All that waits to be read. */
export const sumOf = (unread: ReadonlyMap<number, number>) => [...unread.values()].reduce((sum, each) => sum + each, 0)

export const raiseChat = (view: View, personId: number) => {
  const { chats } = view.get()
  if (chats.at(-1) !== personId) view.set({ chats: [...chats.filter((each) => each !== personId), personId] })
}

export const closeChat = (view: View, personId: number) =>
  view.set({ chats: view.get().chats.filter((each) => each !== personId) })
