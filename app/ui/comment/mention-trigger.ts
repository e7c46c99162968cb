// mentionTrigger: where a mention is being typed: after "@" at the beginning of a word, up to the caret. The first group is what a
// choice replaces, the second what is searched for, with spaces in it.

/** Scripts without spaces between words have one anywhere; letters and digits of others before "@" are those of an address. */
export const mentionTrigger =
  /(?:^|[^\p{L}\p{N}._%+-]|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])(@((?:[^@\s][^@\n]{0,40})?))$/u
