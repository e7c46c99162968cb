import { useState } from "react"
import type { Dated } from "~/rules/calendar"
import { Entry } from "~/ui/calendar/entry"
import { calendarTexts as texts } from "~/ui/calendar/texts"
import { keyOf } from "~/ui/calendar/use-entries"
import { Button } from "~/ui/parts/button"

/** How many cards are mounted at once. */
const step = 100

type UndatedProps = { cards: readonly Dated[]; today: string; isOver: boolean }

/** The open cards without a due date; a card that is dropped on it loses its own. */
export const Undated = ({ cards, today, isOver }: UndatedProps) => {
  const [most, setMost] = useState(step)
  const more = cards.length - most
  return (
    <section
      className="undated ring-inside flow"
      data-day=""
      data-over={isOver || undefined}
      aria-label={texts.undated}
      tabIndex={-1}
    >
      <h2>
        {texts.undated} <span className="count">{cards.length}</span>
      </h2>
      <div className="undated-cards flow grow">
        {cards.length === 0 && <p className="muted fine">{texts.allDated}</p>}
        {cards.slice(0, most).map((card, index) => (
          <Entry key={keyOf(card)} card={card} today={today} look="undated" tabIndex={index === 0 ? 0 : -1} />
        ))}
        {more > 0 && (
          <Button variant="ghost" size="small" onClick={() => setMost(most + step)}>
            {texts.showMore(Math.min(more, step))}
          </Button>
        )}
      </div>
    </section>
  )
}
