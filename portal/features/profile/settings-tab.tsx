import { useContributePrompt } from '../../client/contribute-prompt.ts';
import { SETTINGS } from '../../content/profile.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/surface.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Devices } from './devices.tsx';
import { Notifications } from './notifications.tsx';
import { PasswordForm } from './password-form.tsx';
import { Privacy } from './privacy.tsx';
import type { Profile } from './queries.ts';
import { SettingsRow } from './settings-row.tsx';

/** What the person chose, line by line; each opens in place. */
export function SettingsTab({ profile }: { profile: Profile }) {
  const contribute = useContributePrompt();
  const premium = profile.subscriptionStatus === 'premium';
  return (
    <Card className="mx-auto max-w-2xl divide-y divide-edge py-1 sm:py-2">
      <h2 className="sr-only">{SETTINGS.title}</h2>
      <SettingsRow name="notifications" words={SETTINGS.notifications}>
        <Notifications premium={premium} />
      </SettingsRow>
      <SettingsRow name="privacy" words={SETTINGS.privacy}>
        <Privacy />
      </SettingsRow>
      <SettingsRow
        name="contribute"
        words={SETTINGS.contribute}
        button={
          <Button look="secondary" onClick={() => contribute('asked')}>
            {SETTINGS.contribute.action}
          </Button>
        }
      />
      <SettingsRow name="devices" words={SETTINGS.devices}>
        <Devices />
      </SettingsRow>
      <SettingsRow name="password" words={SETTINGS.password}>
        <PasswordForm />
      </SettingsRow>
      <SettingsRow name="deletion" words={SETTINGS.deletion} button={<DeleteAccount />} />
    </Card>
  );
}
