import { useState } from "react"
import type { Profile } from "~/contract/account"
import type { Plan } from "~/contract/plan"
import { OnDemand, WhenIdle } from "~/ui/parts/on-demand"
import { useBoard, useObserved, useView } from "~/ui/plan/board-context"

/** Everything that opens over the board. Each loads its code when it first opens, or when the page is idle. */

export const loadDialog = () => import("~/ui/dialog/entity-dialog")
export const loadPalette = () => import("~/ui/palette/command-palette")
const loadPicker = () => import("~/ui/board/card/card-picker")
const loadMeeting = () => import("~/ui/meeting/meeting-host")
const loadReview = () => import("~/ui/agent/review-host")
const loadMessages = () => import("~/ui/message/message-host")
const loadKeys = () => import("~/ui/palette/key-list")
const loadPlanFiles = () => import("~/ui/file/plan-files")
const loadPlanUsers = () => import("~/ui/settings/plan-users")
const loadUnsent = () => import("~/ui/plan-page/unsent-changes")
const loadPlanLog = () => import("~/ui/settings/plan-log")

/** The dialog of a card. */
export const CardDialog = () => {
  const { view } = useBoard()
  const dialog = useView(({ dialog }) => dialog)
  if (!dialog) return null
  return (
    <OnDemand layer load={loadDialog} onClose={() => view.set({ dialog: null })}>
      {({ EntityDialog }) => <EntityDialog key={`${dialog.entity}:${dialog.id}`} card={dialog} />}
    </OnDemand>
  )
}

/** The owner picker or calendar at a card. */
export const CardPickerAt = () => {
  const { view } = useBoard()
  const picker = useView(({ picker }) => picker)
  if (!picker) return null
  const close = () => view.set({ picker: null })
  return (
    <OnDemand layer load={loadPicker} onClose={close}>
      {({ CardPicker }) => <CardPicker picker={picker} onClose={close} />}
    </OnDemand>
  )
}

/** The shared countdown and wheel, the chats, and the count of proposals. */
export const SharedHosts = () => {
  const { session, view } = useBoard()
  const live = useObserved(session.live)
  const pressed = useView(({ widgets }) => widgets.countdown || widgets.wheel)
  const chatting = useView(({ chats }) => chats.length > 0)
  const reviewing = useView(({ review }) => review !== null)
  const closeWidgets = () => view.set({ widgets: { countdown: false, wheel: false } })
  const closeChats = () => view.set({ chats: [] })
  return (
    <>
      <WhenIdle
        layer={pressed && "while loading"}
        load={loadMeeting}
        wanted={pressed}
        chance={live}
        onClose={closeWidgets}
      >
        {({ MeetingHost }) => <MeetingHost />}
      </WhenIdle>
      <WhenIdle
        layer={chatting && "while loading"}
        load={loadMessages}
        wanted={chatting}
        chance={live}
        onClose={closeChats}
      >
        {({ MessageHost }) => <MessageHost />}
      </WhenIdle>
      <WhenIdle load={loadReview} wanted={reviewing} chance={live} onClose={() => view.set({ review: null })}>
        {({ ReviewHost }) => <ReviewHost />}
      </WhenIdle>
    </>
  )
}

/** The command palette, the list of keys, or the plan's files, people, log or unsent changes. */
export const OpenOverlay = ({ user, plan }: { user: Profile; plan: Plan | undefined }) => {
  const { view } = useBoard()
  const overlay = useView(({ overlay }) => overlay)
  const onClose = () => view.set({ overlay: null })
  switch (overlay) {
    case "palette":
      return <PaletteOverlay onClose={onClose} />
    case "keys":
      return (
        <OnDemand layer key={overlay} load={loadKeys} onClose={onClose}>
          {({ KeyList }) => <KeyList onClose={onClose} />}
        </OnDemand>
      )
    case "files":
      return (
        <OnDemand layer key={overlay} load={loadPlanFiles} onClose={onClose}>
          {({ PlanFiles }) => <PlanFiles onClose={onClose} />}
        </OnDemand>
      )
    case "log":
      return (
        <OnDemand layer key={overlay} load={loadPlanLog} onClose={onClose}>
          {({ PlanLog }) => <PlanLog onClose={onClose} />}
        </OnDemand>
      )
    case "unsent":
      return (
        <OnDemand layer key={overlay} load={loadUnsent} onClose={onClose}>
          {({ UnsentChanges }) => <UnsentChanges onClose={onClose} />}
        </OnDemand>
      )
    case "users":
    case "invite":
      return plan ? (
        <OnDemand layer key={overlay} load={loadPlanUsers} onClose={onClose}>
          {({ PlanUsers }) => <PlanUsers inviting={overlay === "invite"} plan={plan} user={user} onClose={onClose} />}
        </OnDemand>
      ) : null
    default:
      return null
  }
}

const PaletteOverlay = ({ onClose }: { onClose(): void }) => {
  const [typed, setTyped] = useState("")
  return (
    <OnDemand layer load={loadPalette} onClose={onClose} onText={setTyped}>
      {({ CommandPalette }) => <CommandPalette typed={typed} onClose={onClose} />}
    </OnDemand>
  )
}
