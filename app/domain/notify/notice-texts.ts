import { localized } from "~/contract/shared/language/localized"

/** Titles of notifications, in the language of who gets them. */
export const noticeTexts = localized("noticeTexts", {
  assigned: (card: string) => `You now own “${card}”`,
  dueSoon: (card: string) => `“${card}” is due tomorrow`,
  mention: (name: string, card: string) => `${name} mentioned you in “${card}”`,
  comment: (name: string, card: string) => `${name} commented on “${card}”`,
  accepted: (name: string) => `${name} accepted your invitation`,
  restored: "A version of the plan has been restored",
  transferred: (name: string, plan: string) => `${name} made you the owner of “${plan}”`,
  imported: (plan: string) => `“${plan}” has been imported`,
})
