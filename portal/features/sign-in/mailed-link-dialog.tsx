import { useState, type SubmitEvent } from 'react';
import { resetPassword, verifyEmail } from '#schemas/api/mailed-links.ts';
import { api } from '../../client/api.ts';
import { useSession } from '../../client/current-user.ts';
import type { MailedLink } from '../../client/mailed-link.ts';
import { MAILED_LINK, SIGN_IN } from '../../content/sign-in.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { focusFirstWrong } from '../../ui/focus-first-wrong.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { type Submission, useSubmission } from './use-submission.ts';

interface MailedLinkDialogProps {
  link: MailedLink;
  onClose: () => void;
  onSignIn: (mode: 'sign-in' | 'forgot') => void;
}

/** What a link of a mail opens: a form for a new password, or the word that the e-mail is verified. */
export function MailedLinkDialog({ link, onClose, onSignIn }: MailedLinkDialogProps) {
  const words = MAILED_LINK[link.purpose];
  const submission = useSubmission();
  const [done, setDone] = useState<string | null>(null);
  const form = { token: link.token, submission, done, onDone: setDone, onSignIn };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={words.title}
      description={words.intro}
      closeLabel={SIGN_IN.close}
      busy={submission.pending && done === null}
    >
      {link.purpose === 'reset-password' ? (
        <NewPasswordForm {...form} />
      ) : (
        <Verification {...form} />
      )}
    </Dialog>
  );
}

interface FormProps {
  token: string;
  submission: Submission;
  /** What the server said once it was done. */
  done: string | null;
  onDone: (said: string) => void;
  onSignIn: MailedLinkDialogProps['onSignIn'];
}

function NewPasswordForm({ token, submission, done, onDone, onSignIn }: FormProps) {
  const { pending, failure, submit, forget } = submission;
  const [error, setError] = useState<string | undefined>();

  const set = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const password = new FormData(form).get('password');
    const checked = resetPassword.body.safeParse({ token, password });
    setError(checked.error?.issues[0]?.message);
    if (!checked.success) {
      focusFirstWrong(form, { password });
      return forget();
    }
    void submit(async () => {
      onDone((await api(resetPassword, { body: checked.data })).message);
    });
  };

  if (done !== null)
    return (
      <div className="mt-5 grid gap-4">
        <Alert tone="info" live title={done} />
        <Button onClick={() => onSignIn('sign-in')}>{SIGN_IN.signIn.submit}</Button>
      </div>
    );
  return (
    <form noValidate className="mt-5 grid gap-4" onSubmit={set}>
      {failure !== null && <Alert tone="destructive" live title={failure} />}
      <PasswordField
        label={MAILED_LINK['reset-password'].password}
        hint={SIGN_IN.passwordHint}
        error={error}
        fresh
      />
      <Button type="submit" size="large" disabled={pending}>
        {pending ? SIGN_IN.pending : MAILED_LINK['reset-password'].submit}
      </Button>
      {failure !== null && failure !== SIGN_IN.connection && (
        <Button look="quiet" busy={pending} onClick={() => onSignIn('forgot')}>
          {MAILED_LINK['reset-password'].another}
        </Button>
      )}
    </form>
  );
}

/**
 * Asked for by a button, not by the page: a mail program that opens links must not use it up. Only who is
 * signed in with the account may say so: somebody else may have made it with this e-mail.
 */
function Verification({ token, submission, done, onDone, onSignIn }: FormProps) {
  const session = useSession();
  const { pending, failure, submit } = submission;
  if (done !== null) return <Alert tone="info" live title={done} className="mt-5" />;
  if (!session.pending && !session.signedIn)
    return (
      <div className="mt-5 grid gap-4">
        <Alert tone="info" title={MAILED_LINK['verify-email'].signIn}>
          {MAILED_LINK['verify-email'].notMine}
        </Alert>
        <Button onClick={() => onSignIn('sign-in')}>{SIGN_IN.signIn.submit}</Button>
      </div>
    );
  return (
    <div className="mt-5 grid gap-4">
      {failure !== null && <Alert tone="destructive" live title={failure} />}
      <Button
        size="large"
        disabled={pending || session.pending}
        onClick={() =>
          void submit(async () => {
            onDone((await api(verifyEmail, { body: { token } })).message);
          })
        }
      >
        {pending ? SIGN_IN.pending : MAILED_LINK['verify-email'].submit}
      </Button>
    </div>
  );
}
