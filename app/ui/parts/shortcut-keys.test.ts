import { expect, test } from "vitest"
import { digitOf, isForInputMethod, shortcutKey } from "./shortcut-keys"

const key = (key: string, code: string, shiftKey = false) => ({ key, code, shiftKey })

test.each([
  ["Russian", "л", "KeyK", "k"],
  ["Ukrainian", "і", "KeyS", "s"],
  ["Greek", "κ", "KeyK", "k"],
  ["Hebrew", "ל", "KeyK", "k"],
  ["Arabic", "ن", "KeyK", "k"],
  ["Arabic with two letters", "لا", "KeyB", "b"],
  ["Persian", "م", "KeyL", "l"],
  ["Georgian", "კ", "KeyK", "k"],
  ["Hindi", "क", "KeyK", "k"],
  ["Thai", "า", "KeyK", "k"],
  ["Korean", "ㅏ", "KeyK", "k"],
  ["Japanese", "の", "KeyK", "k"],
  ["Japanese, with wide letters,", "ｋ", "KeyK", "k"],
])("a letter key of a %s layout stands for the standard layout's letter", (_layout, written, code, letter) => {
  expect(shortcutKey(key(written, code))).toBe(letter)
})

test.each([
  ["Russian", "П", "KeyG", "g"],
  ["Greek", "Γ", "KeyG", "g"],
  ["Arabic, two letters", "لأ", "KeyG", "g"],
  ["Arabic, a vowel mark", "\u0650", "KeyA", "a"],
  ["Arabic, a sign", "~", "KeyZ", "z"],
  ["Arabic, a bracket", "[", "KeyF", "f"],
])("so does one with Shift (%s)", (_layout, written, code, letter) => {
  expect(shortcutKey(key(written, code, true))).toBe(letter)
})

test.each([
  ["AZERTY", "a", "KeyQ", "a"],
  ["AZERTY", "z", "KeyW", "z"],
  ["AZERTY", ",", "KeyM", ","],
  ["AZERTY", "?", "KeyM", "?"],
  ["QWERTZ", "z", "KeyY", "z"],
  ["QWERTZ", "ß", "Minus", "ß"],
  ["Dvorak", "k", "KeyV", "k"],
  ["Dvorak", ";", "KeyZ", ";"],
  ["Dvorak", "'", "KeyQ", "'"],
  ["Dvorak", ".", "KeyE", "."],
  ["Dvorak", "c", "KeyI", "c"],
  ["Dvorak", "z", "Slash", "z"],
  ["Bépo", "é", "KeyW", "é"],
  ["Bépo", "’", "KeyN", "’"],
  ["Turkish", "ı", "KeyI", "ı"],
  ["Hebrew", "/", "KeyQ", "/"],
])("a %s key that writes in Latin is named by what it writes (%s on %s)", (_layout, written, code, name) => {
  expect(shortcutKey(key(written, code))).toBe(name)
})

test("Caps Lock changes nothing", () => {
  expect(shortcutKey(key("K", "KeyK"))).toBe("k")
  expect(shortcutKey(key("Л", "KeyK"))).toBe("k")
})

test.each([
  [".", false, "/"],
  [",", true, "?"],
  ["ظ", false, "/"],
  ["؟", true, "?"],
  ["/", false, "/"],
  ["?", true, "?"],
  ["-", false, "-"],
])("the key of / and ? that writes %s", (written, shiftKey, name) => {
  expect(shortcutKey(key(written, "Slash", shiftKey))).toBe(name)
})

test.each([
  ["Enter", "Enter"],
  ["ArrowUp", "ArrowUp"],
  [" ", "Space"],
  ["Dead", "KeyE"],
  ["Process", "KeyK"],
  ["F2", "F2"],
])("the key %s keeps its name", (name, code) => {
  expect(shortcutKey(key(name, code))).toBe(name)
})

test.each([
  ["1", "Digit1", false, "1"],
  ["&", "Digit1", false, "1"],
  ["é", "Digit2", false, "2"],
  ["2", "Digit2", true, "2"],
  ["!", "Digit1", true, undefined],
  ["٣", "Digit3", false, "3"],
  ["۳", "Numpad3", false, "3"],
  ["7", "Numpad7", false, "7"],
  ["Home", "Numpad7", false, undefined],
  ["a", "KeyA", false, undefined],
])("the digit of the key that writes %s (%s)", (written, code, shiftKey, digit) => {
  expect(digitOf(key(written, code, shiftKey))).toBe(digit)
})

test("keys that confirm or drop a conversion are for the input method, in Safari also after it has ended", () => {
  for (const name of ["Enter", "Escape", "Tab", "ArrowDown", "ArrowUp", "PageDown"]) {
    expect(isForInputMethod({ key: name, keyCode: 13, isComposing: true })).toBe(true)
    expect(isForInputMethod({ key: name, keyCode: 229, isComposing: false })).toBe(true)
    expect(isForInputMethod({ key: name, keyCode: 13, isComposing: false })).toBe(false)
  }
})

test("text of a phone's keyboard reaches the page", () => {
  expect(isForInputMethod({ key: "Unidentified", keyCode: 229, isComposing: false })).toBe(false)
  expect(isForInputMethod({ key: "Backspace", keyCode: 229, isComposing: true })).toBe(false)
})
