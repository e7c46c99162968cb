// pluralsOf(locale): counted words, for the texts of one language.

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** A function that puts a number in the place of `#`, in the form that it takes: `{ one: "# Aufgabe", other: "# Aufgaben" }`. */
export const pluralsOf = (locale: string) => {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  return (count: number, forms: Forms) =>
    (forms[rules.select(count)] ?? forms.other).replace("#", numbers.format(count))
}
