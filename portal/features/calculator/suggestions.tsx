import { CALCULATOR } from '../../content/calculator.ts';
import { Button } from '../../ui/button.tsx';
import { ASK_BUTTON } from './question.ts';

interface SuggestionsProps {
  label: string;
  names: readonly string[];
  onChoose: (name: string) => void;
}

/** Nearest known names; choosing one fills the form. */
export function Suggestions({ label, names, onChoose }: SuggestionsProps) {
  return (
    <div className="no-print">
      <p className="text-ink">{label}</p>
      <ul className="mt-1 flex flex-wrap gap-2">
        {names.map((name) => (
          <li key={name}>
            <Button
              look="secondary"
              size="small"
              aria-label={CALCULATOR.form.didYouMean(name)}
              onClick={() => {
                onChoose(name);
                // It goes with the answer it belongs to: what is asked next is asked there.
                document.getElementById(ASK_BUTTON)?.focus();
              }}
            >
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
