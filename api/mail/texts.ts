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
