import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import type { z } from 'zod';
import { getProfile, updateProfile } from '#schemas/api/account.ts';
import { api } from '../../client/api.ts';
import { currentUserQuery } from '../../client/current-user.ts';
import { fieldErrors } from '../../client/field-errors.ts';
import { showFailedAsSpecified } from '../../client/show-failed.ts';
import { toasts } from '../../client/toasts.ts';
import type { Draft } from '../../client/use-draft.ts';
import { useOpen } from '../../client/use-open.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { ACCOUNT } from '../../content/profile.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusFirstWrong } from '../../ui/focus-first-wrong.ts';
import { Card } from '../../ui/surface.tsx';
import { Fact, Facts } from './facts.tsx';
import type { Profile } from './queries.ts';

/** Each with the length the contract allows. */
const FIELDS = [
  { name: 'firstName', autoComplete: 'given-name', max: 100 },
  { name: 'lastName', autoComplete: 'family-name', max: 100 },
  { name: 'phone', autoComplete: 'tel', max: 40, type: 'tel' },
  { name: 'location', autoComplete: 'address-level2', max: 100 },
] as const;
type Field = (typeof FIELDS)[number]['name'];
type Details = z.output<typeof updateProfile.body>;

interface AccountTabProps {
  profile: Profile;
  draft: Draft;
}

/** The details, to read or to change. */
export function AccountTab({ profile, draft }: AccountTabProps) {
  const { open: editing, setOpen: setEditing, toggle } = useOpen('details');
  const edit = useRef<HTMLButtonElement>(null);
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (body: Details) => api(updateProfile, { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData([getProfile.path], saved);
      void queryClient.invalidateQueries(currentUserQuery);
      toasts.show({ ...ACCOUNT.done, tone: 'good' });
    },
    onError: (error) => showFailedAsSpecified(ACCOUNT.failed, error),
  });
  return (
    <Card className="mx-auto max-w-2xl">
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 className="text-title">{ACCOUNT.title}</h2>
        <Button
          ref={edit}
          look="secondary"
          busy={save.isPending}
          onClick={() => {
            draft.forget();
            toggle();
          }}
        >
          {editing ? ACCOUNT.cancel : ACCOUNT.edit}
        </Button>
      </div>
      {editing ? (
        <DetailsForm
          profile={profile}
          draft={draft}
          saving={save.isPending}
          onSave={(details) =>
            save.mutate(details, {
              // Not for who has left meanwhile: it changes the address.
              onSuccess: () => {
                draft.forget();
                setEditing(false);
                // The form that had the focus is gone.
                edit.current?.focus();
              },
            })
          }
        />
      ) : (
        <Facts>
          {FIELDS.map(({ name }) => (
            <Fact key={name} name={ACCOUNT.fields[name]}>
              {profile[name] || <span className="font-normal text-ink-muted">{ACCOUNT.none}</span>}
            </Fact>
          ))}
        </Facts>
      )}
    </Card>
  );
}

interface DetailsFormProps extends AccountTabProps {
  saving: boolean;
  onSave: (details: Details) => void;
}

function DetailsForm({ profile, draft, saving, onSave }: DetailsFormProps) {
  const [kept] = useState(draft.typed);
  // As they stand in the form: another tab may have changed them since.
  const [before] = useState(profile);
  // Of what was sent it may be kept though the answer failed: from then on it is sent whatever it says.
  const sent = useRef(new Set<Field>());
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const checked = updateProfile.body.safeParse(Object.fromEntries(new FormData(form)));
    const wrong = fieldErrors<Field>(checked.error);
    setErrors(wrong);
    focusFirstWrong(form, wrong);
    if (!checked.success) return;
    for (const { name } of FIELDS) if (checked.data[name] !== before[name]) sent.current.add(name);
    onSave(Object.fromEntries([...sent.current].map((name) => [name, checked.data[name]])));
  };
  return (
    <form
      noValidate
      className="grid gap-4"
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement) draft.keep({ [target.name]: target.value });
      }}
      onSubmit={send}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {FIELDS.map(({ name, max, ...field }, at) => (
          <TextField
            key={name}
            name={name}
            label={ACCOUNT.fields[name]}
            defaultValue={kept[name] ?? before[name]}
            maxLength={max}
            error={errors[name]}
            // What is typed meanwhile would go with the form, unsaved.
            readOnly={saving}
            // Editing was asked for just now.
            autoFocus={at === 0}
            {...field}
          />
        ))}
      </div>
      <Button type="submit" className="justify-self-start" disabled={saving}>
        {saving ? ACCOUNT.saving : ACCOUNT.save}
      </Button>
    </form>
  );
}
