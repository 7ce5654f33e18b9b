import { Link } from 'react-router-dom';
import { useSession } from '../../client/current-user.ts';
import { pathOf } from '../../client/paths.ts';
import { useSignInPrompt } from '../../client/sign-in-prompt.ts';
import { LANDING } from '../../content/landing.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { RoadScene } from '../../ui/road-scene.tsx';
import { PriceSign } from './price-sign.tsx';

export function Hero() {
  const { signedIn, pending } = useSession();
  const openSignIn = useSignInPrompt();
  const words = LANDING.hero;
  return (
    <section className="tells-purpose bg-sign text-on-sign print:bg-transparent print:text-ink">
      <div className="frame flex items-end justify-between gap-8">
        <div className="pt-12 pb-10 sm:pt-20 sm:pb-14 print:py-0">
          <p className="no-print font-bold text-on-sign-accent">{words.eyebrow}</p>
          <h1 className="mt-3 max-w-[17ch] text-display font-black print:max-w-none print:text-heading">
            {words.title}
          </h1>
          <p className="mt-5 max-w-xl text-lead text-on-sign-muted print:text-ink-muted">
            {words.text}
          </p>
          <div className="no-print mt-7 grid gap-3 sm:flex sm:flex-wrap">
            <Link to={pathOf('depreciation')} className={buttonClasses('on-sign', 'large')}>
              {words.calculate}
            </Link>
            {!signedIn && (
              <Button
                look="outline-on-sign"
                size="large"
                // Keeps its place while the lookup is under way, or keeps none for who brought a session along, so that nothing moves.
                className={pending ? 'invisible in-[[data-member]]:hidden' : ''}
                onClick={() => openSignIn('sign-in')}
              >
                {words.signIn}
              </Button>
            )}
          </div>
          {/* Stays in its place for a member too, unread, so that nothing moves. */}
          <p
            className={classes(
              'no-print mt-4 text-small text-on-sign-muted',
              signedIn && 'invisible',
            )}
          >
            {words.free}
          </p>
        </div>
        <PriceSign />
      </div>
      <RoadScene />
    </section>
  );
}
