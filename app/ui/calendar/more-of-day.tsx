import { X } from "lucide-react"
import { createContext, useContext, useEffect, useRef, useState } from "react"
import type { Dated } from "~/rules/calendar"
import { longDay } from "~/ui/calendar/days"
import { Entry } from "~/ui/calendar/entry"
import { calendarTexts as texts } from "~/ui/calendar/texts"
import { keyOf } from "~/ui/calendar/use-entries"
import { IconButton } from "~/ui/parts/button"
import { Popup } from "~/ui/parts/popup"
import { common } from "~/ui/parts/texts"

/** Whether a card of the calendar is lifted. */
export const Lifts = createContext(false)

type MoreProps = { day: string; cards: readonly Dated[]; count: number; today: string; tabIndex: number }

/** Opens all cards of a day. One that is lifted there makes the popup give way to the days. */
export const More = ({ day, cards, count, today, tabIndex }: MoreProps) => {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const lifts = useContext(Lifts)
  useEffect(() => {
    if (lifts) setOpen(false)
  }, [lifts])
  return (
    <>
      <button
        ref={button}
        type="button"
        className="day-more rigid secondary fine"
        data-more=""
        tabIndex={tabIndex}
        aria-label={texts.moreOn(count, longDay(day))}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {texts.more(count)}
      </button>
      {open && !lifts && (
        <Popup label={longDay(day)} anchor={button} className="day-popup" onClose={close}>
          <header className="row">
            <b className="grow">{longDay(day)}</b>
            <IconButton small label={common.close} onClick={close}>
              <X className="icon small" aria-hidden="true" />
            </IconButton>
          </header>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the popup makes way for the dialog of the card that is pressed */}
          <div className="day-cards flow" data-day={day} onClick={close}>
            {cards.map((card) => (
              <Entry key={keyOf(card)} card={card} today={today} look="month" tabIndex={0} />
            ))}
          </div>
        </Popup>
      )}
    </>
  )
}
