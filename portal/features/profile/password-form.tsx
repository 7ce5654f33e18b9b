import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { changePassword, listSessions } from '#schemas/api/profile.ts';
import { api } from '../../client/api.ts';
import { reasonOf } from '../../client/failures.ts';
import { toasts } from '../../client/toasts.ts';
import { SETTINGS } from '../../content/profile.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';

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
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const checked = changePassword.body.safeParse(Object.fromEntries(new FormData(form)));
    const found: typeof errors = {};
    for (const { path, message } of checked.error?.issues ?? [])
      found[path[0] as Field] ??= message;
    setErrors(found);
    if (checked.success) change.mutate({ body: checked.data, form });
  };
  return (
    <form noValidate className="grid max-w-sm gap-4" onSubmit={send}>
      {change.isError && (
        <Alert tone="destructive" live title={reasonOf(change.error, words.failed)} />
      )}
      <TextField
        name="currentPassword"
        type="password"
        label={words.current}
        autoComplete="current-password"
        maxLength={512}
        error={errors.currentPassword}
      />
      <TextField
        name="newPassword"
        type="password"
        label={words.next}
        hint={words.hint}
        autoComplete="new-password"
        maxLength={512}
        error={errors.newPassword}
      />
      <Button type="submit" className="justify-self-start" disabled={change.isPending}>
        {change.isPending ? words.pending : words.submit}
      </Button>
    </form>
  );
}
