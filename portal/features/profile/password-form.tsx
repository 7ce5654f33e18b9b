import { useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { changePassword, listSessions } from '#schemas/api/profile.ts';
import { api } from '../../client/api.ts';
import { reasonOf } from '../../client/failures.ts';
import { fieldErrors } from '../../client/field-errors.ts';
import { toasts } from '../../client/toasts.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { SETTINGS } from '../../content/profile.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { focusFirstWrong } from '../../ui/focus-first-wrong.ts';
import { PasswordField } from '../../ui/password-field.tsx';

const words = SETTINGS.password;
type Field = 'currentPassword' | 'newPassword';

export function PasswordForm() {
  const queryClient = useQueryClient();
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const change = useMutation({
    mutationFn: ({ body }: { body: Record<Field, string>; form: HTMLFormElement }) =>
      api(changePassword, { body }),
    onSuccess: ({ message }, { form }) => {
      form.reset();
      toasts.show({ title: words.done, text: message, tone: 'good' });
      void queryClient.invalidateQueries({ queryKey: [listSessions.path] });
    },
  });
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const checked = changePassword.body.safeParse(Object.fromEntries(new FormData(form)));
    const wrong = fieldErrors<Field>(checked.error);
    setErrors(wrong);
    focusFirstWrong(form, wrong);
    if (checked.success) change.mutate({ body: checked.data, form });
    // What the server said is of what was typed before.
    else change.reset();
  };
  return (
    <form noValidate className="grid max-w-sm gap-4" onSubmit={send}>
      {change.isError && (
        <Alert tone="destructive" live title={reasonOf(change.error, words.failed)} />
      )}
      {/* What is typed meanwhile would go with what was sent, unread. */}
      <PasswordField
        name="currentPassword"
        label={words.current}
        error={errors.currentPassword}
        readOnly={change.isPending}
      />
      <PasswordField
        name="newPassword"
        label={words.next}
        hint={words.hint}
        error={errors.newPassword}
        readOnly={change.isPending}
        fresh
      />
      <Button type="submit" className="justify-self-start" disabled={change.isPending}>
        {change.isPending ? words.pending : words.submit}
      </Button>
    </form>
  );
}
