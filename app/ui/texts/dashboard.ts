/** Spec 1, section 2.4. */
export const dashboard = {
  title: "My Plans",
  newPlan: "New plan",
  openSample: "Open a sample plan",
  lastEdit: (when: string) => `Last edit ${when}`,
  menuOf: (name: string) => `Menu of ${name}`,
  invitation: "Invitation",
  acceptInvite: "Accept Invite",
  emptyTitle: "Your first plan starts here",
  emptyText: "Invitations from others will show up here too.",
  importPlan: "Import",
  importHint: "JSON or ZIP of a plan, CSV, a board exported by Trello, or a Markdown outline",
  leftOut: "Some of the file has no place in a plan",
  createFailed: "The plan could not be made. Please try again.",
  acceptFailed: "The invitation could not be accepted.",
} as const
