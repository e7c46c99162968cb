// pluralsOf(locale): counted words, for the texts of one language.

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** A function that puts a number in the place of `#`, in the form that it takes: `{ one: "# Aufgabe", other: "# Aufgaben" }`. */
export const pluralsOf = (locale: string) => {
  // Made at the first use: a page reads one language.
  let formats: { rules: Intl.PluralRules; numbers: Intl.NumberFormat } | undefined
  return (count: number, forms: Forms) => {
    formats ??= { rules: new Intl.PluralRules(locale), numbers: new Intl.NumberFormat(locale) }
    return (forms[formats.rules.select(count)] ?? forms.other).replace("#", formats.numbers.format(count))
  }
}
