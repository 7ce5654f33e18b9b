import { Link } from 'react-router-dom';
import { useSession } from '../../client/current-user.ts';
import { pathOf } from '../../client/paths.ts';
import { LANDING } from '../../content/landing.ts';
import { buttonClasses } from '../../ui/button.tsx';

export function Closing() {
  const { signedIn, pending } = useSession();
  const words = LANDING.closing;
  return (
    <section className="no-print frame py-14 sm:py-20">
      <div className="sign grid justify-items-center gap-4 px-6 py-10 text-center sm:py-14">
        <h2 className="text-heading">{words.title}</h2>
        <p className="max-w-md text-balance text-on-sign-muted">
          {words.text}
          {!signedIn && (
            // Not for who brought a session along, while it is asked whether that still holds: nothing moves.
            <span className={pending ? 'in-[[data-member]]:hidden' : ''}> {words.free}</span>
          )}
        </p>
        <Link to={pathOf('depreciation')} className={buttonClasses('on-sign', 'large')}>
          {words.action}
        </Link>
      </div>
    </section>
  );
}
