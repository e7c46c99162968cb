import { ChevronLeft, ChevronRight } from "lucide-react"
import type { Layout } from "~/contract/shared/deep-link"
import { calendarTexts as texts } from "~/ui/calendar/texts"
import { Button, IconButton } from "~/ui/parts/button"
import { Segmented } from "~/ui/parts/segmented"

export type CalendarLayout = Exclude<Layout, "board">

type CalendarBarProps = {
  period: string
  layout: CalendarLayout
  /** Cards without a date, where their list is folded. */
  undated?: { count: number; open: boolean; onPress(): void; isOver: boolean } | undefined
  onToday(): void
  onTurn(by: 1 | -1): void
  onLayout(layout: CalendarLayout): void
}

export const CalendarBar = ({ period, layout, undated, onToday, onTurn, onLayout }: CalendarBarProps) => (
  <div className="calendar-bar row rigid">
    {undated && (
      <Button
        size="small"
        data-day=""
        data-over={undated.isOver || undefined}
        aria-expanded={undated.open}
        onClick={undated.onPress}
      >
        {texts.undated} <span className="count">{undated.count}</span>
      </Button>
    )}
    <Button size="small" onClick={onToday}>
      {texts.today}
    </Button>
    <IconButton label={texts.previous[layout]} onClick={() => onTurn(-1)}>
      <ChevronLeft className="icon" aria-hidden="true" />
    </IconButton>
    <IconButton label={texts.next[layout]} onClick={() => onTurn(1)}>
      <ChevronRight className="icon" aria-hidden="true" />
    </IconButton>
    <h2 className="truncate grow" aria-live="polite">
      {period}
    </h2>
    <Segmented
      label={texts.layout}
      value={layout}
      options={[
        { value: "calendar", label: texts.layouts.calendar },
        { value: "week", label: texts.layouts.week },
      ]}
      onChange={onLayout}
    />
  </div>
)
