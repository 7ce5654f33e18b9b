import { BRAND } from '../../content/brand.ts';
import { HOME } from '../../content/home.ts';
import { PrintedFrom } from '../../ui/printed-from.tsx';

/** The head of a member's home. Until it is known who is here the name's place is kept, so that nothing moves. */
export const Welcome = ({ name }: { name: string | undefined }) => (
  <header className="frame pt-8 sm:pt-12 print:pt-0">
    <PrintedFrom what={BRAND.name} />
    <h1 className="text-display font-black wrap-anywhere print:text-heading">
      {name ? HOME.welcomeOf : HOME.welcome}{' '}
      {name !== '' && <span className="max-sm:block max-sm:min-h-lh">{name}</span>}
    </h1>
    <p className="mt-2 max-w-2xl text-lead text-ink-muted">{HOME.text}</p>
    <div className="no-print centre-line mt-5 max-w-md" />
  </header>
);
