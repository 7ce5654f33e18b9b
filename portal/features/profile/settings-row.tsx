import type { ReactNode } from 'react';
import { useOpen } from '../../client/use-open.ts';
import { Button } from '../../ui/button.tsx';

interface SettingsRowProps {
  /** What the address calls it. */
  name: string;
  words: { title: string; text: string; action: string };
  /** In place of the one that opens what is inside. */
  button?: ReactNode;
  children?: ReactNode;
}

/** Id of a setting's heading: the focus goes on there when what had it is gone. */
export const headingOf = (name: string): string => `${name}-title`;

/** One setting: what it is, and a button that opens it below; the address says whether it is open. */
export function SettingsRow({ name, words, button, children }: SettingsRowProps) {
  const { open, toggle } = useOpen(name);
  return (
    <section aria-labelledby={headingOf(name)} className="py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-64">
          <h3
            id={headingOf(name)}
            tabIndex={-1}
            className="text-body font-bold tracking-normal outline-none"
          >
            {words.title}
          </h3>
          <p className="text-ink-muted">{words.text}</p>
        </div>
        {button ?? (
          <Button
            look="secondary"
            aria-expanded={open}
            aria-controls={`${name}-content`}
            aria-describedby={headingOf(name)}
            onClick={toggle}
          >
            {words.action}
          </Button>
        )}
      </div>
      {children !== undefined && (
        <div id={`${name}-content`} hidden={!open} className="mt-4 rounded-control bg-sunken p-4">
          {open && children}
        </div>
      )}
    </section>
  );
}
