import { useState, type SubmitEvent } from 'react';
import { requestPasswordReset } from '#schemas/api/mailed-links.ts';
import { api } from '../../client/api.ts';
import { fieldErrors } from '../../client/field-errors.ts';
import { SIGN_IN } from '../../content/sign-in.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusFirstWrong } from '../../ui/focus-first-wrong.ts';
import { useSubmission } from './use-submission.ts';

interface ForgotFormProps {
  /** Typed before, to sign in. */
  email: string;
  onEmail: (email: string) => void;
}

/** Asks for a link by mail; the answer is the same whether or not the e-mail has an account. */
export function ForgotForm({ email, onEmail }: ForgotFormProps) {
  const { pending, failure, submit, forget } = useSubmission();
  const [error, setError] = useState<string | undefined>();
  const [sent, setSent] = useState<string | null>(null);

  const ask = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const checked = requestPasswordReset.body.safeParse(Object.fromEntries(new FormData(form)));
    const wrong = fieldErrors<'email'>(checked.error);
    setError(wrong.email);
    focusFirstWrong(form, wrong);
    if (!checked.success) return forget();
    void submit(async () => {
      setSent((await api(requestPasswordReset, { body: checked.data })).message);
    });
  };

  if (sent !== null) return <Alert tone="info" live title={sent} className="mt-5" />;
  return (
    <form noValidate className="mt-5 grid gap-4" onSubmit={ask}>
      {failure !== null && <Alert tone="destructive" live title={failure} />}
      <TextField
        name="email"
        type="email"
        label={SIGN_IN.email}
        autoComplete="email"
        value={email}
        onChange={(event) => onEmail(event.target.value)}
        required
        maxLength={254}
        error={error}
      />
      <Button type="submit" size="large" disabled={pending}>
        {pending ? SIGN_IN.pending : SIGN_IN.forgot.submit}
      </Button>
    </form>
  );
}
