import { type Ref, useEffect, useRef, useState } from "react"
import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from "react-aria-components"
import { useAutosave } from "~/ui/parts/use-autosave"
import "./estimate-slider.css"

type SliderFieldProps = {
  label: string
  hint: string
  value: number
  max: number
  readOnly: boolean
  onChange(value: number): void
  /** A pointer has released it, or a key has moved it. */
  onChangeEnd?(value: number): void
  /** A place on the track with its meaning. */
  mark?: { at: number; text: string } | undefined
  element?: Ref<HTMLDivElement>
}

/** A slider for an integer from 0. Without a thumb where it is read only. */
export const SliderField = ({
  label,
  hint,
  value,
  max,
  readOnly,
  onChange,
  onChangeEnd,
  mark,
  element,
}: SliderFieldProps) => (
  <Slider
    ref={element}
    className="slider"
    minValue={0}
    maxValue={max}
    step={1}
    value={value}
    isDisabled={readOnly}
    onChange={onChange}
    {...(onChangeEnd ? { onChangeEnd } : {})}
  >
    <Label className="slider-label strong">{label}</Label>
    <span className="slider-hint fine muted">{hint}</span>
    <SliderTrack className="slider-track">
      <span className="slider-fill" style={{ width: `${(value / max) * 100}%` }} />
      {mark && (
        <span className="slider-mark unbroken numeric muted" style={{ insetInlineStart: `${(mark.at / max) * 100}%` }}>
          {mark.text}
        </span>
      )}
      <SliderThumb className="slider-thumb" />
    </SliderTrack>
    <SliderOutput className="slider-value numeric" />
  </Slider>
)

type EstimateSliderProps = Pick<SliderFieldProps, "label" | "hint" | "value" | "max" | "readOnly"> & {
  save(value: number): void
}

/** An estimate of an action. Saved when the pointer releases it, a second after the last key, on blur and on close. */
export const EstimateSlider = ({ value, save, ...field }: EstimateSliderProps) => {
  const [shown, setShown] = useState(value)
  useEffect(() => setShown(value), [value])
  const { change, flush } = useAutosave(1_000, async (next: number) => {
    if (next !== value) save(next)
  })
  const slider = useRef<HTMLDivElement>(null)
  const byKey = useRef(false)
  useEffect(() => {
    const { current } = slider
    const onPress = ({ type }: Event) => {
      byKey.current = type === "keydown"
    }
    for (const kind of ["keydown", "pointerdown"]) current?.addEventListener(kind, onPress, { capture: true })
    current?.addEventListener("focusout", flush)
    return () => {
      for (const kind of ["keydown", "pointerdown"]) current?.removeEventListener(kind, onPress, { capture: true })
      current?.removeEventListener("focusout", flush)
    }
  }, [flush])
  return (
    <SliderField
      {...field}
      element={slider}
      value={shown}
      onChange={setShown}
      onChangeEnd={(next) => {
        change(next)
        // React Aria ends a change at each key.
        if (!byKey.current) void flush()
      }}
    />
  )
}
