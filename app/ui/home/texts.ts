/** Texts of My Plans. */
export const homeTexts = {
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
  awaited: "Some owners are not of the new plan yet",
  awaitedMore: (names: string) => `Invite them, and what waits for them becomes theirs: ${names}`,
  namedMore: (names: string) => `The file has no address of these, so choose the owner yourself: ${names}`,
  createFailed: "The plan could not be made. Please try again.",
} as const
