import { useId, useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';

interface SettingsRowProps {
  words: { title: string; text: string; action: string };
  /** In place of the one that opens what is inside. */
  button?: ReactNode;
  children?: ReactNode;
}

/** One setting: what it is, and a button that opens it below. */
export function SettingsRow({ words, button, children }: SettingsRowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <section aria-labelledby={`${id}-title`} className="py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-64">
          <h3 id={`${id}-title`} className="text-body font-bold tracking-normal">
            {words.title}
          </h3>
          <p className="text-ink-muted">{words.text}</p>
        </div>
        {button ?? (
          <Button
            look="secondary"
            aria-expanded={open}
            aria-controls={`${id}-content`}
            aria-describedby={`${id}-title`}
            onClick={() => setOpen(!open)}
          >
            {words.action}
          </Button>
        )}
      </div>
      {children !== undefined && (
        <div id={`${id}-content`} hidden={!open} className="mt-4 rounded-control bg-sunken p-4">
          {open && children}
        </div>
      )}
    </section>
  );
}
