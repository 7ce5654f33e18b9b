import type { Mail } from './mailer.ts';

type Text = Pick<Mail, 'subject' | 'text'>;

export const resetPasswordMail = (link: string): Text => ({
  subject: 'Set a new RigWorth password',
  text: `Somebody, hopefully you, asked to set a new password for your RigWorth account.

Set it here, within an hour:
${link}

If it was not you, ignore this mail: nothing has changed.
`,
});

export const verifyEmailMail = (link: string): Text => ({
  subject: 'Is this your e-mail?',
  text: `A RigWorth account was made with this e-mail.

If you made it, say that the e-mail is yours here, signed in, within three days:
${link}

If you did not make this account, set your own password by "Forgot your password?": whoever made it is
then signed out, and it is yours alone.
`,
});

/** Whole dollars; `from` is null where no price was shown before. */
export interface PriceChange {
  name: string;
  from: number | null;
  to: number;
}

export const priceAlertMail = (changes: readonly PriceChange[], portalUrl: string): Text => ({
  subject:
    changes.length === 1
      ? 'The price of an RV you saved has changed'
      : `The prices of ${changes.length} RVs you saved have changed`,
  text: `${changes.map(lineOf).join('\n')}

Your saved RVs: ${portalUrl}/profile

You get this mail because price alerts are on. Turn them off in the settings of your profile.
`,
});

function lineOf({ name, from, to }: PriceChange): string {
  if (from === null) return `${name}: now ${usd(to)}, no price was shown before`;
  const change = to < from ? `${usd(from - to)} less` : `${usd(to - from)} more`;
  return `${name}: now ${usd(to)}, ${change} than before`;
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const usd = (amount: number): string => dollars.format(amount);
