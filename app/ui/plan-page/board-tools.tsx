import { MeetingButtons } from "~/ui/meeting/meeting-buttons"
import { ActiveUsers } from "~/ui/plan-page/active-users"
import { BoardMenuButton } from "~/ui/plan-page/board-menu-button"

/** The board's part of the top bar. */
export const BoardTools = () => (
  <>
    <MeetingButtons />
    <ActiveUsers />
    <BoardMenuButton here="/board" />
  </>
)
