import { type ReactNode, useRef } from "react"

type Kinds = { multiple?: boolean; accept?: string }

/**
 * `[node, open]`: render the node; `open` has the browser ask for files, which `take` gets. The same file can be chosen again, such
 * as after it was corrected.
 */
export const useFilePicker = (take: (files: File[]) => unknown, kinds: Kinds): [ReactNode, () => void] => {
  const field = useRef<HTMLInputElement>(null)
  const node = (
    <input
      ref={field}
      type="file"
      hidden
      {...kinds}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])]
        target.value = ""
        if (files.length > 0) take(files)
      }}
    />
  )
  return [node, () => field.current?.click()]
}
