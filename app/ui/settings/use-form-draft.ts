import { useState } from "react"
import { formDraft } from "~/client/memory/typed"

/** The texts of a form. Until it is sent or given up they outlive the settings that it is in, and a reload. `form` names it. */
export const useFormDraft = <Texts extends Record<string, string>>(form: string, first: Texts) => {
  const draft = formDraft(form)
  const [texts, setTexts] = useState<Texts>(() => ({ ...first, ...draft.read() }))
  return {
    texts,
    change: (changed: Partial<Texts>) => {
      const next = { ...texts, ...changed }
      setTexts(next)
      draft.write(next)
    },
    /** Back to the first texts. */
    clear: () => {
      setTexts(first)
      draft.clear()
    },
  }
}
