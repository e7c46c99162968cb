import type { PlanRole } from "~/contract/role"
import { localized } from "~/contract/shared/language/localized"

/** Texts that several screens share. */
export const common = localized("common", {
  product: "Laneway",
  description: "Laneway is where a team plans its goals, actions and tasks on one live board.",
  loading: "Loading...",
  close: "Close",
  back: "Back",
  menuOf: (name: string) => `Menu of ${name}`,
  cancel: "Cancel",
  delete: "Delete",
  dismiss: "Dismiss",
  notifications: "Notifications",
  unreadCount: (count: string) => `${count} unread`,
  moreToasts: (count: number) => `${count} more`,
  edit: "Edit",
  copy: "Copy",
  copied: "Copied",
  tryAgain: "Try again",
  warning: "WARNING",
  error: "ERROR",
  information: "INFORMATION",
  access: "ACCESS",
  /** Access denied. */
  accessDenied: "Access Denied",
  accessDeniedText: "You need administrator access for this feature.",
  saving: "Saving",
  saved: "Saved",
  remove: "Remove",
  notSaved: "Not saved",
  undo: "Undo",
  done: "Done",
  untitledPlan: "Untitled plan",
  toPlans: "My Plans",
  pageFailed: "This page could not be shown.",
  pageFailedHint: "Nothing is lost. Try again in a moment.",
  networkError: "Network error. Please check your connection and try again.",
  newVersion: "A new version is ready",
  reload: "Reload",
  canInstall: "Laneway can be installed on this device.",
  install: "Install",
  invitationFailed: "The invitation could not be accepted.",
})

/** Names of the roles in a plan. */
export const planRoles = localized("planRoles", { 0: "Admin", 1: "Member", 2: "Viewer" } satisfies Record<
  PlanRole,
  string
>)
