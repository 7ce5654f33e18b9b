import { Link, type LinkProps } from 'react-router-dom';
import { thisYear } from '#schemas/clock.ts';
import { pathOf } from '../client/paths.ts';
import { BRAND, LAYOUT } from '../content/brand.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import { useReachableLinks } from './navigation.ts';

export function Footer() {
  const links = useReachableLinks();
  return (
    <footer className="no-print border-t border-edge bg-sunken">
      <div className="frame grid gap-6 py-8 sm:grid-cols-[1fr_auto]">
        <div>
          <p className="flex items-center gap-2 font-black">
            <BrandMark className="size-7" />
            {BRAND.name}
          </p>
          <p className="mt-2 max-w-xl text-small text-balance text-ink-muted">
            {LAYOUT.footer.about}
          </p>
          <p className="mt-2 text-small text-ink-muted">{LAYOUT.footer.rights(thisYear())}</p>
        </div>
        <nav aria-label={LAYOUT.footer.explore}>
          <ul className="columns-2 gap-x-4 sm:gap-x-10">
            {links.map((link) => (
              <FooterLink key={link.children} {...link} />
            ))}
            <FooterLink to={pathOf('accuracy')}>{LAYOUT.footer.accuracy}</FooterLink>
          </ul>
        </nav>
      </div>
    </footer>
  );
}

const FooterLink = (link: LinkProps) => (
  <li>
    <Link
      {...link}
      className="inline-flex min-h-11 items-center text-small font-bold text-primary sm:text-body underline-offset-4 hover:underline"
    />
  </li>
);
