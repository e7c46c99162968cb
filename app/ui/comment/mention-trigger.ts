// mentionTrigger: where a mention is being typed: after "@" at the beginning of a word, up to the caret. The first group is what a
// choice replaces, the second what is searched for, with spaces in it.

/** Scripts without spaces between words have one anywhere; letters and digits of others before "@" are those of an address. */
const unspaced = ["Han", "Hira", "Kana", "Hang", "Bopo", "Thai", "Laoo", "Khmr", "Mymr", "Tibt"]
const before = String.raw`(?:^|[^\p{L}\p{N}._%+-]|[${unspaced.map((script) => `\\p{scx=${script}}`).join("")}])`

/** Input methods of East Asia write "＠". */
export const mentionTrigger = new RegExp(String.raw`${before}([@＠]((?:[^@＠\s][^@＠\n]{0,40})?))$`, "u")
