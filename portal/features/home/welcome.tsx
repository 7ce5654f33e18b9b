import { HOME } from '../../content/home.ts';

/** The head of a member's home. Until it is known who is here the name's place is kept, so that nothing moves. */
export const Welcome = ({ name }: { name: string | undefined }) => (
  <header className="frame pt-8 sm:pt-12">
    <h1 className="text-display font-black wrap-anywhere">
      {name ? HOME.welcomeOf : HOME.welcome}{' '}
      {name !== '' && <span className="max-sm:block max-sm:min-h-lh">{name}</span>}
    </h1>
    <p className="mt-2 max-w-2xl text-lead text-ink-muted">{HOME.text}</p>
    <div className="centre-line mt-5 max-w-md" />
  </header>
);
