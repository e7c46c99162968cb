import { useEffect } from "react"

type Early = { pressed?: HTMLButtonElement; keep(event: Event): void }

/** Runs in the head: keeps the button that was pressed last before the page's scripts listen. Forms and links work without them. */
export const earlyPressScript =
  'var early={keep:function(e){var b=e.target.closest&&e.target.closest("button[type=button]");if(b)early.pressed=b}};addEventListener("click",early.keep,true);'

/** Presses it, once they do. */
export const useEarlyPress = () => {
  useEffect(() => {
    const { early } = window as unknown as { early?: Early }
    if (!early) return
    removeEventListener("click", early.keep, true)
    const { pressed } = early
    early.pressed = undefined
    if (pressed?.isConnected && !pressed.disabled) pressed.click()
  }, [])
}
