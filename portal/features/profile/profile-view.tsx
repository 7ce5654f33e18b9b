import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import { type User, useSession } from '../../client/current-user.ts';
import { isLoadedAnew, pathOf } from '../../client/paths.ts';
import { useSignInPrompt } from '../../client/sign-in-prompt.ts';
import { useAddress } from '../../client/use-address.ts';
import { useDraft } from '../../client/use-draft.ts';
import { PROFILE } from '../../content/profile.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Part } from '../../ui/part.tsx';
import { Card, Skeleton } from '../../ui/surface.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { MembershipCard } from './membership-card.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { type Profile, profileQuery } from './queries.ts';
import { useUpgrade } from './use-upgrade.ts';
import { VerifyNotice } from './verify-notice.tsx';

// Behind the tabs: loaded when opened.
const AccountTab = later(async () => (await import('./account-tab.tsx')).AccountTab);
const BillingTab = later(async () => (await import('./billing-tab.tsx')).BillingTab);
const SettingsTab = later(async () => (await import('./settings-tab.tsx')).SettingsTab);

const TABS = ['overview', 'account', 'billing', 'settings'] as const;

/** `/profile`: who one is here, what one has, and what one chose; the tab is in the address. */
export function ProfileView() {
  const { user } = useSession();
  const profile = useQuery(profileQuery(user !== null));
  const { upgrade, checkAgain, wanted } = useUpgrade();

  if (user === null) return <PleaseSignIn />;
  const { data } = profile;
  return (
    <div className="frame grid grid-cols-1 gap-6 py-8 sm:py-10">
      <div className="flex min-h-13 flex-wrap items-center justify-between gap-3">
        <PageHead title={PROFILE.title} />
        {data?.subscriptionStatus === 'free' && upgrade === 'none' && (
          <Link
            to={pathOf('subscription')}
            reloadDocument={isLoadedAnew('subscription')}
            className={buttonClasses('primary')}
          >
            {PROFILE.upgrade}
          </Link>
        )}
      </div>
      {upgrade === 'waiting' && (
        <Alert tone="info" live title={PROFILE.upgraded.waiting}>
          {PROFILE.upgraded.waitingText}
        </Alert>
      )}
      {upgrade === 'late' && (
        <Alert
          tone="warning"
          live
          title={PROFILE.upgraded.late}
          action={
            <Button size="small" onClick={checkAgain}>
              {PROFILE.upgraded.check}
            </Button>
          }
        >
          {PROFILE.upgraded.lateText}
        </Alert>
      )}
      {wanted !== null && (
        <Alert
          tone="info"
          title={PROFILE.upgraded.wanted}
          action={
            <Link to={wanted} className={buttonClasses('primary', 'small')}>
              {PROFILE.upgraded.wantedAction}
            </Link>
          }
        />
      )}
      {user.emailVerified === false && <VerifyNotice email={user.email} />}
      {data === undefined ? (
        profile.isError ? (
          <LoadFailed words={PROFILE.failed} query={profile} />
        ) : (
          <Loading />
        )
      ) : (
        <>
          <MembershipCard profile={data} picture={user.profileImageUrl} />
          <ProfileTabs profile={data} user={user} />
        </>
      )}
    </div>
  );
}

interface OwnerProps {
  profile: Profile;
  user: User;
}

function ProfileTabs({ profile, user }: OwnerProps) {
  const { params, setParams } = useAddress();
  const { state } = useLocation();
  // Who looks into another tab, or goes Back to one, does not type it again.
  const details = useDraft();
  /** What is open in a tab closes with it; a payment that is waited for is waited for in each. */
  const change = (tab: string, how: { replace: boolean }) =>
    setParams(
      (now) => ({
        ...(tab === 'overview' ? {} : { tab }),
        ...(now.has('upgraded') ? { upgraded: 'true' } : {}),
      }),
      { ...how, state },
    );
  const contents = {
    overview: <OverviewTab profile={profile} user={user} />,
    account: <AccountTab profile={profile} draft={details} />,
    billing: <BillingTab profile={profile} />,
    settings: <SettingsTab profile={profile} />,
  };
  return (
    <div>
      <Tabs
        label={PROFILE.tabsLabel}
        value={TABS.find((name) => name === params.get('tab')) ?? 'overview'}
        onChange={change}
        tabs={TABS.map((name) => ({
          value: name,
          label: PROFILE.tabs[name],
          content: (
            <Part key={name} waiting={<WaitingTab />}>
              {contents[name]}
            </Part>
          ),
        }))}
      />
    </div>
  );
}

/** Shown while a lost session leads away from here; arriving signed out shows the 404 card. */
function PleaseSignIn() {
  const openSignIn = useSignInPrompt();
  const { title, text, action } = PROFILE.signedOut;
  return (
    <div className="frame grid min-h-[75vh] place-content-center py-12">
      <Card className="max-w-md text-center">
        <h1 className="text-heading">{title}</h1>
        <p className="mt-2 text-ink-muted">{text}</p>
        <Button className="mt-5" onClick={() => openSignIn('sign-in')}>
          {action}
        </Button>
      </Card>
    </div>
  );
}

const Loading = () => (
  <div className="grid gap-6" aria-busy="true">
    <Skeleton className="h-28 rounded-card" />
    <Skeleton className="mx-auto h-14 w-full max-w-2xl rounded-card" />
    <Skeleton className="h-80 rounded-card" />
  </div>
);

const WaitingTab = () => <Skeleton className="mx-auto h-80 max-w-2xl rounded-card" />;
