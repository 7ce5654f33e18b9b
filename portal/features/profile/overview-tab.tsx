import type { User } from '../../client/current-user.ts';
import { standingOf } from '../../client/usage.ts';
import { OVERVIEW } from '../../content/profile.ts';
import { Alert } from '../../ui/alert.tsx';
import { count, date } from '../../ui/format.ts';
import { Card } from '../../ui/surface.tsx';
import { Fact, Facts } from './facts.tsx';
import type { Profile } from './queries.ts';
import { SavedRvs } from './saved-rvs.tsx';

/** What was used, who one is, and the saved RVs. */
export function OverviewTab({ profile, user }: { profile: Profile; user: User }) {
  const { usage, account } = OVERVIEW;
  const { analysesLimit, lastAnalysisAt, joinedAt, email } = profile;
  const { used, left } = standingOf(profile, profile.isOneKept);
  const premium = profile.subscriptionStatus === 'premium';
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
      <Card>
        <h2 className="mb-2 text-title">{usage.title}</h2>
        {!premium && left === 0 && <Alert tone="warning" title={usage.atLimit} className="mb-2" />}
        <Facts>
          <Fact name={usage.used}>{count(used)}</Fact>
          <Fact name={usage.limit}>{premium ? usage.unlimited : count(analysesLimit)}</Fact>
          {!premium && <Fact name={usage.left}>{count(left)}</Fact>}
          <Fact name={usage.last}>
            {lastAnalysisAt === null ? usage.never : date(lastAnalysisAt)}
          </Fact>
        </Facts>
      </Card>
      <Card>
        <h2 className="mb-2 text-title">{account.title}</h2>
        <Facts>
          <Fact name={account.email}>
            {email}
            {user.emailVerified === true && (
              <span className="font-normal text-ink-muted"> ({account.verified})</span>
            )}
          </Fact>
          <Fact name={account.since}>{joinedAt === null ? account.recently : date(joinedAt)}</Fact>
          <Fact name={account.type}>{account.types[profile.subscriptionStatus]}</Fact>
        </Facts>
      </Card>
      <Card className="print-in-parts lg:col-span-2">
        <SavedRvs />
      </Card>
    </div>
  );
}
