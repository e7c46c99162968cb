import { Trash2 } from "lucide-react"
import type { ReactNode } from "react"
import { Button } from "~/ui/parts/button"
import { common } from "~/ui/parts/texts"
import { useMessage } from "~/ui/parts/use-message"

/** The delete entry of slot 1, with its confirmation. */
export const useDelete = (words: { title: string; text: string }, remove: () => void): [ReactNode, ReactNode] => {
  const [message, show] = useMessage()
  const ask = async () => {
    if (await show({ kind: "question", ...words, confirm: common.delete, danger: true })) remove()
  }
  const entry = (
    <Button variant="danger-outline" onClick={ask}>
      <Trash2 className="icon" aria-hidden="true" />
      {common.delete}
    </Button>
  )
  return [entry, message]
}
