import type { Tongue } from "~/contract/shared/language/in-force"
import { mirrored, type Tag } from "~/contract/shared/language/language"
import { germanOnServer } from "./de/german-server"
import { mirrorTexts } from "./mirrored"

/** Every language but English, with all of its texts. */
export const tonguesOnServer: Partial<Record<Tag, Tongue>> = {
  de: { tag: "de", texts: germanOnServer },
  [mirrored]: { tag: mirrored, texts: (_, english) => mirrorTexts(english) },
}
