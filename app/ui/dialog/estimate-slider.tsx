import { useEffect, useRef, useState } from "react"
import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from "react-aria-components"
import { useAutosave } from "~/ui/parts/use-autosave"
import "./estimate-slider.css"

type EstimateSliderProps = {
  label: string
  hint: string
  value: number
  max: number
  readOnly: boolean
  save(value: number): void
}

/**
 * A slider for an integer from 0. Saved when the pointer releases it, a second after the last key, on blur and on close. Without
 * a thumb for a completed action.
 */
export const EstimateSlider = ({ label, hint, value, max, readOnly, save }: EstimateSliderProps) => {
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
    <Slider
      ref={slider}
      className="slider"
      minValue={0}
      maxValue={max}
      step={1}
      value={shown}
      isDisabled={readOnly}
      onChange={setShown}
      onChangeEnd={(next) => {
        change(next)
        // React Aria ends a change at each key.
        if (!byKey.current) void flush()
      }}
    >
      <Label className="slider-label">{label}</Label>
      <span className="slider-hint fine muted">{hint}</span>
      <SliderTrack className="slider-track">
        <span className="slider-fill" style={{ width: `${(shown / max) * 100}%` }} />
        <SliderThumb className="slider-thumb" />
      </SliderTrack>
      <SliderOutput className="slider-value" />
    </Slider>
  )
}
