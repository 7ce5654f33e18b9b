import { CONTRIBUTE } from '../../content/contribute.ts';
import { Button } from '../../ui/button.tsx';
import { CheckList } from '../../ui/check-list.tsx';

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
      <CheckList items={words.reasons} className="gap-2" />
      <div className="grid gap-2 sm:flex sm:justify-end">
        <Button look="secondary" onClick={onLeave}>
          {leave}
        </Button>
        <Button onClick={onShare}>{words.share}</Button>
      </div>
    </div>
  );
}
