interface MeterProps {
  /** What is measured, and how much of it, in words. */
  label: string;
  value: number;
  max: number;
}

/** A quantity of a whole, as mile markers when there are few. */
export function Meter({ label, value, max }: MeterProps) {
  const filled = Math.min(value, max);
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuenow={filled}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuetext={label}
      className="keep-colour flex gap-1"
    >
      {Array.from({ length: max }, (_, index) => (
        <span
          key={index}
          className={`h-2 grow rounded-full ${index < filled ? 'bg-primary' : 'bg-edge'}`}
        />
      ))}
    </div>
  );
}
