import { plain } from '../../ui/rank-matches.ts';
import type { AnalysisForm } from './analysis-form.ts';

/**
 * The form with a suggested name taken: `Make`, `Make Line`, or a model alone.
 * The longest name among `makes` that the suggestion begins with is its make.
 */
export function withSuggestion(
  name: string,
  form: AnalysisForm,
  makes: readonly string[],
): AnalysisForm {
  const words = name.split(/\s+/).filter(Boolean);
  for (let length = words.length; length > 0; length--) {
    const start = plain(words.slice(0, length).join(' '));
    const make = [...makes, form.make].find((known) => plain(known) === start);
    if (make === undefined) continue;
    const model = words.slice(length).join(' ');
    return { ...form, make, model: model === '' ? form.model : model };
  }
  return { ...form, model: name };
}

/** The suggestions that would change what was asked, such as another make than the one named. */
export const usefulSuggestions = (
  names: readonly string[],
  form: AnalysisForm,
  makes: readonly string[],
): string[] =>
  names.filter((name) => {
    const next = withSuggestion(name, form, makes);
    return plain(next.make) !== plain(form.make) || plain(next.model) !== plain(form.model);
  });
