import type { ReactNode } from 'react';
import { BRAND } from '../content/brand.ts';
import { PrintedFrom } from './printed-from.tsx';

interface PageHeroProps {
  words: { eyebrow: string; title: string; text: string };
  /** What can be done with the whole page, at the end of the line. */
  action?: ReactNode;
}

/** What a page is about, above the dashed line. On paper its title stands with whose it is and its address. */
export function PageHero({ words: { eyebrow, title, text }, action }: PageHeroProps) {
  return (
    <section className="page-head frame pt-10 pb-6 sm:pt-14 sm:pb-8 print:py-0 print:pb-4">
      <p className="no-print font-bold text-primary">{eyebrow}</p>
      <PrintedFrom what={BRAND.name} />
      <h1 className="mt-2 max-w-[22ch] text-display font-black print:max-w-none print:text-heading">
        {title}
      </h1>
      <p className="tells-purpose mt-4 max-w-2xl text-lead text-ink-muted">{text}</p>
      <div className="no-print mt-6 flex items-center justify-between gap-6">
        <div className="centre-line max-w-md grow" />
        {action}
      </div>
    </section>
  );
}
