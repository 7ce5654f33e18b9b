import { SETTINGS } from '../../content/profile.ts';
import { Answered } from '../../ui/answered.tsx';
import { Skeleton } from '../../ui/surface.tsx';
import { CheckField } from './check-field.tsx';
import { useSettings } from './use-settings.ts';

const words = SETTINGS.notifications;

export function Notifications({ premium }: { premium: boolean }) {
  const { settings, wanted, choose } = useSettings();
  return (
    <div className="grid gap-3">
      <Answered query={settings} words={SETTINGS.failed} waiting={<Skeleton className="h-20" />}>
        {({ notifications }) => (
          <CheckField
            label={words.alerts}
            text={premium ? words.alertsText : `${words.alertsText} ${words.alertsPremium}`}
            checked={(wanted?.notifications ?? notifications).priceAlerts}
            onChange={(priceAlerts) => choose({ notifications: { priceAlerts } })}
          />
        )}
      </Answered>
      <p className="text-small text-ink-muted">{words.others}</p>
    </div>
  );
}
