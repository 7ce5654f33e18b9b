import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, type SubmitEvent } from 'react';
import { getProfile, updateProfile } from '#schemas/api/account.ts';
import { api } from '../../client/api.ts';
import { currentUserQuery } from '../../client/current-user.ts';
import { showFailed } from '../../client/show-failed.ts';
import { toasts } from '../../client/toasts.ts';
import { useOpen } from '../../client/use-open.ts';
import { ACCOUNT } from '../../content/profile.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
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

/** The details, to read or to change. */
export function AccountTab({ profile }: { profile: Profile }) {
  const { open: editing, setOpen: setEditing, toggle } = useOpen('details');
  const edit = useRef<HTMLButtonElement>(null);
  return (
    <Card className="mx-auto max-w-2xl">
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 className="text-title">{ACCOUNT.title}</h2>
        <Button ref={edit} look="secondary" onClick={toggle}>
          {editing ? ACCOUNT.cancel : ACCOUNT.edit}
        </Button>
      </div>
      {editing ? (
        <DetailsForm
          profile={profile}
          onSaved={() => {
            setEditing(false);
            // The form that had the focus is gone.
            edit.current?.focus();
          }}
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

function DetailsForm({ profile, onSaved }: { profile: Profile; onSaved: () => void }) {
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (form: FormData) => {
      const text = (name: string) => {
        const typed = form.get(name);
        return typeof typed === 'string' ? typed : '';
      };
      return api(updateProfile, {
        body: {
          firstName: text('firstName'),
          lastName: text('lastName'),
          phone: text('phone'),
          location: text('location'),
        },
      });
    },
    onSuccess: (saved) => {
      queryClient.setQueryData([getProfile.path], saved);
      void queryClient.invalidateQueries(currentUserQuery);
      toasts.show({ ...ACCOUNT.done, tone: 'good' });
    },
    onError: (error) => showFailed(ACCOUNT.failed, error),
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        // Not for who has left meanwhile: it changes the address.
        save.mutate(new FormData(event.currentTarget), { onSuccess: onSaved });
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {FIELDS.map(({ name, max, ...field }, at) => (
          <TextField
            key={name}
            name={name}
            label={ACCOUNT.fields[name]}
            defaultValue={profile[name]}
            maxLength={max}
            // Editing was asked for just now.
            autoFocus={at === 0}
            {...field}
          />
        ))}
      </div>
      <Button type="submit" className="justify-self-start" disabled={save.isPending}>
        {save.isPending ? ACCOUNT.saving : ACCOUNT.save}
      </Button>
    </form>
  );
}
