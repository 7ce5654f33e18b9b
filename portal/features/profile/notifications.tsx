import { SETTINGS } from '../../content/profile.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Skeleton } from '../../ui/surface.tsx';
import { CheckField } from './check-field.tsx';
import { useSettings } from './use-settings.ts';

const words = SETTINGS.notifications;

export function Notifications({ premium }: { premium: boolean }) {
  const { settings, chosen, choose } = useSettings();
  if (settings.isError) return <LoadFailed words={SETTINGS.failed} query={settings} />;
  if (chosen === undefined) return <Skeleton className="h-20" />;
  const { privacy, notifications } = chosen;
  return (
    <div className="grid gap-3">
      <CheckField
        label={words.alerts}
        text={premium ? words.alertsText : `${words.alertsText} ${words.alertsPremium}`}
        checked={notifications.priceAlerts}
        onChange={(priceAlerts) => choose({ privacy, notifications: { priceAlerts } })}
      />
      <p className="text-small text-ink-muted">{words.others}</p>
    </div>
  );
}
