import { cutAtMatches } from "~/rules/folded"

/** A text with the matches of a search marked. */
export const Marked = ({ text, wanted }: { text: string; wanted: string }) => {
  let at = 0
  return (
    <>
      {cutAtMatches(text, wanted).map((part) => {
        const key = at++
        return key % 2 === 1 ? <mark key={key}>{part}</mark> : part
      })}
    </>
  )
}
