import { CONTRIBUTE } from '../../content/contribute.ts';
import { Button } from '../../ui/button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';

interface IntroProps {
  /** What the button that closes says. */
  leave: string;
  onLeave: () => void;
  onShare: () => void;
}

const words = CONTRIBUTE.intro;

/** Step 1: why one should. */
export function Intro({ leave, onLeave, onShare }: IntroProps) {
  return (
    <div className="mt-5 grid gap-4">
      <h3 className="text-title">{words.why}</h3>
      <ul className="grid gap-2">
        {words.reasons.map((reason) => (
          <li key={reason} className="flex gap-2">
            <CheckIcon className="mt-0.5 size-5 shrink-0 text-primary" />
            {reason}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="secondary" onClick={onLeave}>
          {leave}
        </Button>
        <Button onClick={onShare}>{words.share}</Button>
      </div>
    </div>
  );
}
