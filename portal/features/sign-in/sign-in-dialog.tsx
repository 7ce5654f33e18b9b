import { useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { login, register } from '#schemas/api/account.ts';
import { RELOAD_AFTER_LOGIN_MS } from '#schemas/constants.ts';
import { api } from '../../client/api.ts';
import { currentUserQuery } from '../../client/current-user.ts';
import type { SignInMode } from '../../client/sign-in-prompt.ts';
import { SIGN_IN } from '../../content/sign-in.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusFirstWrong } from '../../ui/focus-first-wrong.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { credentialsOf, type CredentialErrors, type CredentialsMode } from './credentials.ts';
import { ForgotForm } from './forgot-form.tsx';
import { type Submission, useSubmission } from './use-submission.ts';

interface SignInDialogProps {
  /** Null is closed. */
  mode: SignInMode | null;
  onModeChange: (mode: SignInMode | null) => void;
  /** Where who has signed in goes on; where they are, without it. */
  leadsTo: string | undefined;
}

const WORDS: Record<SignInMode, typeof SIGN_IN.signIn> = {
  'sign-in': SIGN_IN.signIn,
  register: SIGN_IN.register,
  forgot: SIGN_IN.forgot,
};

/** The modal with its modes. On success the user is fetched again and a page loaded anew: this one, or the one it leads to. */
export function SignInDialog({ mode, onModeChange, leadsTo }: SignInDialogProps) {
  const [email, setEmail] = useState('');
  const submission = useSubmission();
  const words = WORDS[mode ?? 'sign-in'];
  const show = (next: SignInMode | null) => {
    submission.forget();
    onModeChange(next);
  };
  return (
    <Dialog
      open={mode !== null}
      onOpenChange={(open) => {
        if (!open) show(null);
      }}
      title={words.title}
      description={words.intro}
      closeLabel={SIGN_IN.close}
      busy={submission.pending}
    >
      {mode === 'forgot' && <ForgotForm email={email} onEmail={setEmail} />}
      {(mode === 'sign-in' || mode === 'register') && (
        <CredentialsForm
          key={mode}
          mode={mode}
          submission={submission}
          email={email}
          onEmail={setEmail}
          leadsTo={leadsTo}
        />
      )}
      {mode === 'sign-in' && (
        <p className="mt-4 text-center">
          <Button
            look="quiet"
            size="small"
            busy={submission.pending}
            onClick={() => show('forgot')}
          >
            {SIGN_IN.forgot.ask}
          </Button>
        </p>
      )}
      <p className="mt-4 text-center">
        {words.switchText}{' '}
        <Button
          look="quiet"
          className="-mx-2"
          busy={submission.pending}
          onClick={() => show(mode === 'sign-in' ? 'register' : 'sign-in')}
        >
          {words.switchAction}
        </Button>
      </p>
    </Dialog>
  );
}

interface CredentialsFormProps {
  mode: CredentialsMode;
  submission: Submission;
  /** Typed before, in the other mode too. */
  email: string;
  onEmail: (email: string) => void;
  leadsTo: string | undefined;
}

function CredentialsForm({ mode, submission, email, onEmail, leadsTo }: CredentialsFormProps) {
  const queryClient = useQueryClient();
  const { pending, failure, submit, forget } = submission;
  const [errors, setErrors] = useState<CredentialErrors>({});
  const registering = mode === 'register';

  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const checked = credentialsOf(mode, new FormData(form));
    setErrors(checked.ok ? {} : checked.errors);
    if (!checked.ok) {
      forget();
      focusFirstWrong(form, checked.errors);
      return;
    }
    void submit(async () => {
      if (checked.mode === 'register') await api(register, { body: checked.body });
      else await api(login, { body: checked.body });
      await queryClient.invalidateQueries(currentUserQuery);
      const known = queryClient.getQueryState(currentUserQuery.queryKey);
      if (known?.status === 'success' && known.data === null) return SIGN_IN.notKept;
      setTimeout(() => {
        if (leadsTo === undefined) location.reload();
        else location.assign(leadsTo);
      }, RELOAD_AFTER_LOGIN_MS);
      return undefined;
    });
  };

  return (
    <form noValidate className="mt-5 grid gap-4" onSubmit={send}>
      {failure !== null && <Alert tone="destructive" live title={failure} />}
      {registering && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="firstName"
            label={SIGN_IN.firstName}
            autoComplete="given-name"
            required
            maxLength={100}
            error={errors.firstName}
          />
          <TextField
            name="lastName"
            label={SIGN_IN.lastName}
            hint={SIGN_IN.lastNameHint}
            autoComplete="family-name"
            maxLength={100}
            error={errors.lastName}
          />
        </div>
      )}
      <TextField
        name="email"
        type="email"
        label={SIGN_IN.email}
        autoComplete="email"
        value={email}
        onChange={(event) => onEmail(event.target.value)}
        required
        maxLength={254}
        error={errors.email}
      />
      <PasswordField
        label={SIGN_IN.password}
        hint={registering ? SIGN_IN.passwordHint : undefined}
        error={errors.password}
        fresh={registering}
      />
      <Button type="submit" size="large" disabled={pending}>
        {pending ? SIGN_IN.pending : registering ? SIGN_IN.register.submit : SIGN_IN.signIn.submit}
      </Button>
    </form>
  );
}
