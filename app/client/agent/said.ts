// What a text of a conversation means: a confirmation, a preview, or one of the choices of a question.
import { previewMarkers } from "~/rules/agent/markers"
import type { ChatMessage } from "./conversation-types"

const confirmations = new Set(
  "do it,yes,proceed,go ahead,continue,execute,confirm,ok,okay,sure,yep,yeah,mach es,ja,los,weiter,ausführen,bestätigen,jawohl".split(
    ",",
  ),
)
export const isConfirmation = (text: string) =>
  confirmations.has(
    text
      .trim()
      .toLowerCase()
      .replace(/[.!]{1,8}$/, ""),
  )

export const isPreview = (text: string) => previewMarkers.some((marker) => text.includes(marker))

/** The choice that an answer means: its number, its words, or a part of them that only one choice has. */
export const requestMeant = (said: string, choices: NonNullable<ChatMessage["choices"]> = []): string | undefined => {
  const folded = said.toLowerCase()
  const numbered = /^[1-9]$/.test(said) ? choices[Number(said) - 1] : undefined
  const exact = choices.find(({ label }) => label.toLowerCase() === folded)
  const alike = said.length > 2 ? choices.filter(({ label }) => label.toLowerCase().includes(folded)) : []
  return (numbered ?? exact ?? (alike.length === 1 ? alike[0] : undefined))?.request
}
