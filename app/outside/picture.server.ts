// makePicture(bytes, size), makeThumbnail(bytes): decode images from untrusted bytes, dimensions checked first.
import { createCanvas, type Image, loadImage } from "@napi-rs/canvas"
import { imageSize } from "image-size"

/** Each takes four bytes once decoded. */
const maxPixels = 24_000_000

// One at a time, since each is decoded in memory.
let last: Promise<unknown> = Promise.resolve()

const fits = ({ width, height }: { width: number; height: number }) =>
  width > 0 && height > 0 && width * height <= maxPixels

/** Undefined when the bytes are not an image, or it has too many pixels. */
const openPicture = <Result>(bytes: Uint8Array, draw: (image: Image) => Promise<Result>) => {
  const made = last
    .then(async () => {
      if (!fits(imageSize(bytes))) return undefined
      const image = await loadImage(bytes)
      // The header may state other dimensions than the image has.
      return fits(image) ? await draw(image) : undefined
    })
    .catch(() => undefined)
  last = made
  return made
}

/** Scaled and cropped to its centre, as WebP without the metadata. */
export const makePicture = (bytes: Uint8Array, { width, height }: { width: number; height: number }) =>
  openPicture(bytes, (image) => {
    const scale = Math.max(width / image.width, height / image.height)
    const canvas = createCanvas(width, height)
    const [w, h] = [image.width * scale, image.height * scale]
    canvas.getContext("2d").drawImage(image, (width - w) / 2, (height - h) / 2, w, h)
    return canvas.encode("webp", 85)
  })

/** Of a thumbnail, pixels. */
const side = 480

/** A small WebP of an image; undefined when the bytes are not an image. */
export const makeThumbnail = (bytes: Uint8Array): Promise<Uint8Array | undefined> =>
  openPicture(bytes, (image) => {
    const scale = Math.min(1, side / Math.max(image.width, image.height))
    const size = (length: number) => Math.max(1, Math.round(length * scale))
    const canvas = createCanvas(size(image.width), size(image.height))
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height)
    return canvas.encode("webp", 80)
  })
