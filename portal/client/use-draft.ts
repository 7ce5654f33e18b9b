import { useState } from 'react';

/** What was typed into a form, by the names of its fields. */
export type Typed = Readonly<Record<string, string>>;
export type Draft = ReturnType<typeof useDraft>;

/** What was typed into a form that comes and goes, held by what stays: who comes back finds it. */
export function useDraft() {
  const [typed, setTyped] = useState<Typed>({});
  return {
    typed,
    keep: (more: Typed) => setTyped((now) => ({ ...now, ...more })),
    /** Sent, or given up. */
    forget: () => setTyped({}),
  };
}
