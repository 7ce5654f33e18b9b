import { Slider } from 'radix-ui';

interface RangeSliderProps {
  min: number;
  max: number;
  step: number;
  value: readonly [number, number];
  onChange: (value: [number, number]) => void;
  /** Names of the lower and the upper thumb. */
  labels: readonly [string, string];
  /** A value as it is read out. */
  format: (value: number) => string;
}

/** A range of numbers by two thumbs, by pointer and by keys. */
export function RangeSlider(props: RangeSliderProps) {
  const { min, max, step, value, onChange, labels, format } = props;
  return (
    <Slider.Root
      min={min}
      max={max}
      step={step}
      value={[...value]}
      onValueChange={([low = min, high = max]) => onChange([low, high])}
      className="relative flex h-11 w-full touch-none items-center select-none"
    >
      <Slider.Track className="relative mx-0 h-1.5 grow rounded-full bg-edge">
        <Slider.Range className="absolute h-full rounded-full bg-primary" />
      </Slider.Track>
      {labels.map((label, index) => (
        <Slider.Thumb
          key={label}
          aria-label={label}
          aria-valuetext={format(value[index] ?? min)}
          className="block size-7 cursor-grab rounded-full border-2 border-primary bg-surface shadow-card"
        />
      ))}
    </Slider.Root>
  );
}
