import type { meeting as english } from "~/ui/meeting/texts"
import { counted } from "./counted"

export const meeting: typeof english = {
  countdown: "Countdown",
  wheel: "Glücksrad",
  minutes: "Minuten",
  minus: "Weniger",
  plus: "Mehr",
  start: "Start",
  pause: "Pause",
  resume: "Fortsetzen",
  rerun: "Noch einmal",
  change: "Ändern",
  close: "Schließen",
  left: (text) => `noch ${text}`,
  over: "Der Countdown ist abgelaufen.",
  goesOn: "Der Countdown läuft",
  share: "Allen im Plan zeigen",
  move: "Mit den Pfeiltasten verschieben",
  spin: "Drehen",
  spinAgain: "Noch einmal",
  configure: "Einrichten",
  done: "Fertig",
  selected: (count) => `${count} ausgewählt`,
  wheelOf: (count) => `Glücksrad mit ${counted(count, { one: "# Mitglied", other: "# Mitgliedern" })}`,
  won: (name) => `Das Glücksrad hat ${name} gewählt.`,
}
