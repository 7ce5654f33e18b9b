interface PageHeroProps {
  words: { eyebrow: string; title: string; text: string };
}

/** What a page is about, above the dashed line. */
export const PageHero = ({ words: { eyebrow, title, text } }: PageHeroProps) => (
  <section className="no-print frame pt-10 pb-6 sm:pt-14 sm:pb-8">
    <p className="font-bold text-primary">{eyebrow}</p>
    <h1 className="mt-2 max-w-[22ch] text-display font-black">{title}</h1>
    <p className="mt-4 max-w-2xl text-lead text-ink-muted">{text}</p>
    <div className="centre-line mt-6 max-w-md" />
  </section>
);
