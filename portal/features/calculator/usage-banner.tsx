import type { UseQueryResult } from '@tanstack/react-query';
import { GUEST_ANALYSES_PER_DAY } from '#schemas/constants.ts';
import { bringsSession } from '../../client/brings-session.ts';
import { useSession } from '../../client/current-user.ts';
import { reasonOf } from '../../client/failures.ts';
import { useSignInPrompt } from '../../client/sign-in-prompt.ts';
import { CALCULATOR } from '../../content/calculator.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { classes } from '../../ui/classes.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Card, Skeleton } from '../../ui/surface.tsx';
import { CheckoutLink } from './checkout-link.tsx';
import { analysesLeft } from './guest-usage.ts';
import { standingOf, type Usage } from '../../client/usage.ts';
import { useGuestUsage } from './use-guest-usage.ts';

const words = CALCULATOR.usage;
/** At so many left or fewer, a hint takes the place of the count: the form below it stays where it is. */
const LOW = 1;

interface UsageBannerProps {
  /** Of a member; nobody else's is asked for. */
  allowance: UseQueryResult<Usage>;
  /** One that is counted waits for the next try. */
  holdsGrant: boolean;
  /** Upgrading was asked for where none is left. */
  onLimit: () => void;
}

/** How many analyses are left, for whoever is here. */
export function UsageBanner({ allowance, holdsGrant, onLimit }: UsageBannerProps) {
  const { signedIn, pending } = useSession();
  if (pending && bringsSession()) return <MemberSkeleton />;
  if (!signedIn) return <GuestBanner />;
  const usage = allowance.data;
  if (usage === undefined && allowance.isError) {
    const text = reasonOf(allowance.error, words.failed.text);
    return <LoadFailed words={{ ...words.failed, text }} query={allowance} />;
  }
  if (usage === undefined) return <MemberSkeleton />;
  if (usage.subscriptionStatus === 'premium')
    return (
      <MemberCard title={words.unlimited.title}>
        <p className="text-ink-muted">{words.unlimited.text}</p>
        <CheckList items={words.unlimited.includes} className="mt-3 gap-1 text-small" />
      </MemberCard>
    );
  const { used, left } = standingOf(usage, holdsGrant || usage.isOneKept);
  const usedInWords = words.free.text(used, usage.analysesLimit);
  return (
    <MemberCard title={words.free.title}>
      {left <= LOW ? (
        <p className="mb-2 font-bold text-accent-ink">{words.free.low(left)}</p>
      ) : (
        <p className="mb-2">{usedInWords}</p>
      )}
      <Meter label={usedInWords} value={used} max={usage.analysesLimit} />
      <p className="mt-3 text-small text-ink-muted">{words.free.notes.join(' • ')}</p>
      {left === 0 ? (
        <Button look="secondary" size="small" className="mt-3" onClick={onLimit}>
          {words.free.action}
        </Button>
      ) : (
        <CheckoutLink className={buttonClasses('secondary', 'small', 'mt-3')}>
          {words.free.action}
        </CheckoutLink>
      )}
    </MemberCard>
  );
}

function GuestBanner() {
  const openSignIn = useSignInPrompt();
  const usage = useGuestUsage();
  if (usage.hasReachedLimit)
    return (
      <Alert
        tone="warning"
        live
        title={words.guestLimit.title}
        action={
          <>
            <Button size="small" onClick={() => openSignIn('register')}>
              {words.guestLimit.action}
            </Button>
            <CheckoutLink className={buttonClasses('secondary', 'small')}>
              {words.guestLimit.upgrade}
            </CheckoutLink>
          </>
        }
      >
        {words.guestLimit.text}
      </Alert>
    );
  const left = analysesLeft(usage);
  return (
    <BannerCard title={words.guest.title}>
      <p className="mb-2">
        {words.guest.left(left)}{' '}
        {left <= LOW ? (
          <>
            <button
              type="button"
              className="font-bold text-primary underline underline-offset-4"
              onClick={() => openSignIn('sign-in')}
            >
              {words.guest.action}
            </button>{' '}
            {words.guest.low}
          </>
        ) : (
          words.guest.again
        )}
      </p>
      <Meter
        label={words.meter(usage.count, GUEST_ANALYSES_PER_DAY)}
        value={usage.count}
        max={GUEST_ANALYSES_PER_DAY}
      />
    </BannerCard>
  );
}

/** As high as a member's card gets; where a phone is narrow, a hint takes two lines. */
const MEMBER_HEIGHT = 'min-h-59 max-[21rem]:min-h-63';

const MemberSkeleton = () => <Skeleton className={classes('rounded-card', MEMBER_HEIGHT)} />;

/** Of a member as high as its skeleton in either plan, however many are left, so that the form below it stays where it is. */
const MemberCard = (props: Omit<BannerCardProps, 'className'>) => (
  <BannerCard {...props} className={classes('grid content-center', MEMBER_HEIGHT)} />
);

interface BannerCardProps {
  title: string;
  className?: string;
  children: React.ReactNode;
}

const BannerCard = ({ title, className, children }: BannerCardProps) => (
  <Card className={classes('bg-primary-soft', className)}>
    <h2 className="text-title text-primary">{title}</h2>
    <div className="mt-1">{children}</div>
  </Card>
);
