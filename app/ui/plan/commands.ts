import type { BoardContextValue } from "~/ui/plan/board-context"
import { commandNames, keyLabels } from "~/ui/plan/key-texts"
import { focusRail, focusSide, hideSide, showReview, showSide } from "~/ui/plan/side"

export type CommandName = keyof typeof commandNames

export type Command = { name: CommandName; label: string; keys?: string; run(): void }

/** Commands with a single-letter shortcut; capitals are distinct. */
export const keyed: Readonly<Record<string, CommandName>> = {
  "/": "search",
  c: "chat",
  n: "notes",
  r: "review",
  "\\": "side",
  h: "history",
  v: "views",
  "?": "keys",
}

type Board = Pick<BoardContextValue, "session" | "view" | "can" | "change" | "go">

/** Commands about the whole board that are available now. */
export const commandsOf = ({ session, view, can, change, go }: Board): Command[] => {
  const { planId } = session
  const { goalId, selected } = view.get()
  const card = selected && selected.entity !== "goal" && session.store[selected.entity](selected.id) ? selected : null
  const command = (name: CommandName, run: () => void): Command => ({
    name,
    label: commandNames[name],
    keys: keyLabels[name],
    run,
  })
  const side = (mode: "search" | "chat" | "notes") => () => {
    showSide(view, planId, mode)
    focusSide()
  }
  const forAll = [
    command("history", () => view.set({ history: !view.get().history })),
    ...(goalId === null ? [] : [command("allGoals", () => view.set({ goalId: null }))]),
  ]
  if (!can("readBoard")) return forAll
  return [
    ...(can("changeBoard") ? [command("addGoal", () => view.set({ adding: { what: "goal" }, page: "goals" }))] : []),
    ...(can("changeBoard") && goalId !== null
      ? [command("addAction", () => view.set({ adding: { what: "action", goalId }, page: "actions" }))]
      : []),
    ...(card && can("changeBoard")
      ? [
          command(
            "copyCard",
            () =>
              void import("~/rules/copy").then(() =>
                change(card.entity === "item" ? "item.copy" : "task.copy", { id: card.id }),
              ),
          ),
        ]
      : []),
    command("filter", () => view.set({ filterBar: !view.get().filterBar })),
    command("views", () => view.set({ viewMenu: "" })),
    command("calendar", () => view.set({ layout: "calendar" })),
    command("search", side("search")),
    command("chat", () => {
      view.set({ review: null })
      side("chat")()
    }),
    command("review", () => {
      showReview(view, planId, "open")
      focusSide()
    }),
    command("notes", side("notes")),
    command("goals", () => go("/goals")),
    command("threads", () => go("/threads")),
    command("side", () => {
      const { open, mode } = view.get().side
      if (!open) return side(mode)()
      hideSide(view, planId)
      focusRail(mode)
    }),
    ...forAll,
    ...(["countdown", "wheel"] as const).map((name) =>
      command(name, () => view.set({ widgets: { ...view.get().widgets, [name]: true } })),
    ),
    ...(can("manageMembers") ? [command("invite", () => view.set({ overlay: "invite" }))] : []),
    command("settings", () => view.set({ settings: { type: "settings", section: "plan" } })),
    ...(["files", "users", "log", "keys"] as const).map((name) => command(name, () => view.set({ overlay: name }))),
  ]
}
