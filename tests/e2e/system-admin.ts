/** The address whose account is a System Admin. */
export const systemAdmin = "system.admin@example.org"

/** Others, of tests that run beside those that sign in as the first. */
export const moreAdmins = ["first", "second"].map((name) => `${name}.admin@example.org`)
