import { CALCULATOR } from '../../content/calculator.ts';
import { Alert } from '../../ui/alert.tsx';
import type { HeldGrant } from './held-grant.ts';
import { Suggestions } from './suggestions.tsx';

interface AnalysisProblemAlertProps {
  message: string;
  /** What it was granted, of a member. */
  held: HeldGrant | undefined;
  /** None is counted, so that nothing is said of it. */
  isUnlimited: boolean;
  suggestions: readonly string[];
  onSuggestion: (name: string) => void;
}

export function AnalysisProblemAlert(props: AnalysisProblemAlertProps) {
  const { message, held, isUnlimited, suggestions, onSuggestion } = props;
  const words = CALCULATOR.errors;
  return (
    <Alert
      tone="destructive"
      live
      title={words.title}
      className="self-start"
      action={
        suggestions.length > 0 && (
          <Suggestions label={words.suggestions} names={suggestions} onChoose={onSuggestion} />
        )
      }
    >
      <p>{message}</p>
      {!isUnlimited && (
        <p className="text-small text-ink-muted">
          {held === undefined ? words.uncounted : { unused: words.held, asked: words.asked }[held]}
        </p>
      )}
    </Alert>
  );
}
