import type { PlanRole } from "~/contract/role"
import { counted, number } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"
import { planRoles } from "~/ui/parts/texts"

/** Texts of My Plans. */
export const homeTexts = localized("homeTexts", {
  title: "My Plans",
  newPlan: "New plan",
  openSample: "Open a sample plan",
  lastEdit: (when: string) => `Last edit ${when}`,
  search: "Search plans",
  clear: "Clear search",
  sortedBy: "Sorted by",
  orders: { lastEdit: "Last edit", name: "Name", created: "Created" },
  found: (shown: number, all: number) => `${number(shown)} of ${number(all)} plans`,
  noneFound: "No plan has this name.",
  menuOf: (name: string) => `Menu of ${name}`,
  invitation: "Invitation",
  acceptInvite: "Accept Invite",
  decline: "Decline",
  declineOf: (plan: string) => `Decline the invitation to ${plan}`,
  declined: "Declined",
  notDeclined: "The invitation could not be declined.",
  invitedBy: (name: string | undefined, role: PlanRole) =>
    name ? `${name} invites you as ${planRoles[role]}` : `You are invited as ${planRoles[role]}`,
  emptyTitle: "Your first plan starts here",
  emptyText: "Invitations from others will show up here too.",
  importPlan: "Import",
  importHint: "JSON or ZIP of a plan, CSV, a board exported by Trello, or a Markdown outline",
  leftOut: "Not everything in the file could be imported as it was",
  awaited: "Some owners are not members of the new plan yet",
  awaitedMore: (names: string) => `They get their cards back once you have invited them: ${names}`,
  namedMore: (names: string) =>
    `The file has no email address for these people, so set the owner of their cards by hand: ${names}`,
  createFailed: "The plan could not be created. Please try again.",
  /** Texts and files that another app shared with the installed one. */
  shared: {
    waiting: (count: number) =>
      counted(count, {
        one: "Something you shared is not in a plan yet.",
        other: "# things you shared are not in a plan yet.",
      }),
    queued: (count: number) =>
      counted(count, {
        one: "Something you shared will be added when you are back online.",
        other: "# things you shared will be added when you are back online.",
      }),
    willBeSent: "It will be added when you are back online.",
    addToPlan: "Add to a plan",
    full: "There is no room for more. Add what you shared before to a plan or discard it, then share this again.",
    lost: "Nothing arrived. Please share it again.",
    title: "Add to a plan",
    plan: "Plan",
    as: "As",
    task: "Task",
    note: "Note",
    action: "Action",
    noPlan: "You have no plan yet. Create one, then add this.",
    noAction: "This plan has no open action. Add it as a note instead.",
    actionsFailed: "The plan’s actions could not be loaded.",
    addTask: "Add task",
    addNote: "Add note",
    goOn: "Add the rest",
    discard: "Discard",
    added: (plan: string) => `Added to ${plan}.`,
    show: "Show",
    failed: "It could not be added. It stays here.",
  },
})
