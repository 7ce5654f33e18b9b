import type { ReactNode } from 'react';
import { useOpen } from '../client/use-open.ts';

interface DisclosureProps {
  /** What the address calls it; no other part of the page has the name. */
  name: string;
  /** Open unless the address says that it is closed. */
  openByItself?: boolean;
  summary: ReactNode;
  summaryClassName?: string;
  className?: string;
  children: ReactNode;
}

/** What is shown on demand; the address says whether it is. */
export function Disclosure(props: DisclosureProps) {
  const { open, setOpen, toggle } = useOpen(props.name, props.openByItself);
  return (
    <details
      open={open}
      className={props.className}
      onToggle={({ currentTarget }) => {
        // The browser opened it, which found a word in it.
        if (currentTarget.open !== open) setOpen(currentTarget.open);
      }}
    >
      <summary
        className={props.summaryClassName}
        onClick={(event) => {
          event.preventDefault();
          toggle();
        }}
      >
        {props.summary}
      </summary>
      {props.children}
    </details>
  );
}
