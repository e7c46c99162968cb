/** Texts of the profile menu. */
export const account = {
  profile: "Profile",
  online: "online",
  offline: "offline",
  edit: "Edit",
  users: "Users",
  mails: "Email notifications",
  back: "Back",
  switchAccount: "Switch Account",
  logout: "Logout",
  leaveTitle: "Discard unsent changes?",
  unsent: (count: number) =>
    `${count === 1 ? "1 change is" : `${count} changes are`} not sent yet. Signing out deletes what is stored in this browser.`,
  leave: "Discard and sign out",
  close: "Close",
  name: "Name",
  changePicture: "Change picture",
  pictureFailed: "The picture could not be saved.",
  email: "Email",
  theme: "Theme",
  themes: { system: "System", light: "Light", dark: "Dark" },
} as const
