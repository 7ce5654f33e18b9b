import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { OwnAddress } from '../client/own-address.ts';
import { classes } from './classes.ts';

export interface Tab<T extends string> {
  value: T;
  label: string;
  content: ReactNode;
}

interface TabsProps<T extends string> {
  label: string;
  value: T;
  tabs: readonly Tab<T>[];
  /** Each has a heading of its own: else paper names the one that is shown. */
  headed?: boolean;
  /** `replace`: it is still the step of the history before it, as one goes on along the tabs. */
  onChange: (value: T, how: { replace: boolean }) => void;
}

/** Keys that move along the tabs, by how far; Home and End go to the ends. */
const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
};

const focusedTab = (): string | undefined =>
  document.activeElement instanceof HTMLElement
    ? document.activeElement.dataset['value']
    : undefined;

/**
 * Views that share a place, one shown at a time; only the shown one is mounted (ARIA tabs, chosen as
 * the focus moves). Written here because Radix's would add 6 kB to what the first page waits for.
 */
export function Tabs<T extends string>({ label, value, tabs, headed, onChange }: TabsProps<T>) {
  const id = useId();
  const at = tabs.findIndex((tab) => tab.value === value);
  // Whether the arrow keys have begun a step of the history, which ends where somebody else leads, as Back does.
  const onTheWay = useRef(false);
  const [chosen] = useState(() => new OwnAddress(value));
  useEffect(() => {
    if (chosen.isOthers(value)) onTheWay.current = false;
  }, [chosen, value]);
  const choose = (next: T, byArrow: boolean) => {
    const replace = byArrow && onTheWay.current;
    onTheWay.current = byArrow;
    if (next !== chosen.latest) chosen.write(next);
    onChange(next, { replace });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    // From the one that has the focus: a busy page has not drawn the choice before this one yet.
    const at = tabs.findIndex((tab) => tab.value === focusedTab());
    const wrapped = Number.isFinite(step)
      ? (at + step + tabs.length) % tabs.length
      : step < 0
        ? 0
        : tabs.length - 1;
    const next = tabs[wrapped];
    if (next === undefined) return;
    choose(next.value, true);
    event.currentTarget.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus();
  };
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) onTheWay.current = false;
        }}
        className={classes(
          'mx-auto grid w-full gap-1 rounded-card border border-edge bg-sunken p-1',
          headed ? 'no-print' : 'named-on-paper',
          // More than three do not fit beside each other on a phone.
          tabs.length > 3
            ? 'grid-cols-2 sm:grid-flow-col sm:grid-cols-none'
            : 'auto-cols-fr grid-flow-col',
          // Nor more than four of the same width in the usual one: each has what its words need.
          tabs.length > 4 ? 'max-w-4xl sm:auto-cols-auto' : 'max-w-2xl sm:auto-cols-fr',
        )}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            data-value={tab.value}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => choose(tab.value, false)}
            className={classes(
              'min-h-12 rounded-control px-1 text-small leading-tight font-bold text-ink-muted hover:text-ink focus-visible:-outline-offset-2 aria-selected:bg-surface aria-selected:text-primary aria-selected:shadow-card sm:px-3 sm:text-body sm:leading-tight',
              tabs.length > 3 && 'max-sm:last:odd:col-span-2',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        className="mt-6 sm:mt-8 print:mt-2"
      >
        {tabs[at]?.content}
      </div>
    </>
  );
}
