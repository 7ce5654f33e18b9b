import { standingOf } from '../../client/usage.ts';
import { PROFILE } from '../../content/profile.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { count } from '../../ui/format.ts';
import { CheckIcon } from '../../ui/icons.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Card } from '../../ui/surface.tsx';
import type { Profile } from './queries.ts';

const words = PROFILE.membership;

interface MembershipCardProps {
  profile: Profile;
  picture: string | null;
}

/** What the person is here, and how much of the month's allowance is used. */
export function MembershipCard({ profile, picture }: MembershipCardProps) {
  const { firstName, lastName, email, subscriptionStatus, analysesLimit } = profile;
  const premium = subscriptionStatus === 'premium';
  const name = [firstName, lastName].filter(Boolean).join(' ') || email;
  const { used } = standingOf(profile, profile.isOneKept);
  const usedInWords = words.used(count(used), count(analysesLimit));
  return (
    <Card
      role="region"
      aria-label={words.label}
      className="grid items-center gap-x-6 gap-y-4 sm:grid-cols-[1fr_minmax(0,20rem)]"
    >
      <div className="flex min-w-0 items-center gap-4">
        <Avatar name={name} picture={picture} className="size-14 text-heading" />
        <div className="min-w-0">
          <p className="text-title font-extrabold wrap-anywhere">{name}</p>
          <p className="text-ink-muted">{premium ? words.premium : words.free}</p>
        </div>
      </div>
      {premium ? (
        <p className="flex items-center gap-1.5 justify-self-start rounded-full bg-primary px-4 py-1.5 font-bold text-on-primary sm:justify-self-end">
          <CheckIcon className="size-5" />
          {words.unlimited}
        </p>
      ) : (
        <div>
          <p className="tabular mb-2">{usedInWords}</p>
          <Meter label={usedInWords} value={used} max={analysesLimit} />
        </div>
      )}
    </Card>
  );
}
