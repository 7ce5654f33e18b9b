import { plain, splitMake } from '#schemas/names.ts';
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
  const named = splitMake(name, [...makes, form.make]);
  if (named === null) return { ...form, model: name };
  return { ...form, make: named.make, model: named.rest === '' ? form.model : named.rest };
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
