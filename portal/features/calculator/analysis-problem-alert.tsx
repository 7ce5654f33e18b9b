import { CALCULATOR } from '../../content/calculator.ts';
import { Alert } from '../../ui/alert.tsx';
import { Suggestions } from './suggestions.tsx';

interface AnalysisProblemAlertProps {
  message: string;
  suggestions: readonly string[];
  onSuggestion: (name: string) => void;
}

export function AnalysisProblemAlert(props: AnalysisProblemAlertProps) {
  const { message, suggestions, onSuggestion } = props;
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
      <p className="text-small text-ink-muted">{words.uncounted}</p>
    </Alert>
  );
}
