import { counted } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

/** Texts of the countdown and the wheel. */
export const meeting = localized("meeting", {
  countdown: "Countdown",
  wheel: "Wheel",
  minutes: "Minutes",
  minus: "Minus",
  plus: "Plus",
  start: "Start",
  pause: "Pause",
  resume: "Resume",
  rerun: "Rerun",
  change: "Change",
  close: "Close",
  left: (text: string) => `${text} left`,
  over: "The countdown is over.",
  goesOn: "The countdown is running",
  share: "Show to everyone on the plan",
  move: "Move with the arrow keys",
  spin: "Spin",
  spinAgain: "Spin again",
  configure: "Configure",
  done: "Done",
  selected: (count: number) => `${count} selected`,
  wheelOf: (count: number) => counted(count, { one: "Wheel with # member", other: "Wheel with # members" }),
  won: (name: string) => `The wheel chose ${name}.`,
})
