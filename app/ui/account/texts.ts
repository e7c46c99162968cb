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
  close: "Close",
  name: "Name",
  changePicture: "Change picture",
  pictureFailed: "The picture could not be saved.",
  email: "Email",
  theme: "Theme",
  themes: { system: "System", light: "Light", dark: "Dark" },
} as const
