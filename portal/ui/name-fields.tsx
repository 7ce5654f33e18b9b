import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { makesQuery, modelsQuery } from '../client/catalogue.ts';
import { isNotReady, reasonOf } from '../client/failures.ts';
import { NAMES } from '../content/names.ts';
import { Button } from './button.tsx';
import { Combobox } from './combobox.tsx';
import { makeOptions, makeOptionsFound, modelOptions, splitMake } from './name-options.ts';
import { nameKey } from './rank-matches.ts';

interface Names {
  make: string;
  model: string;
}

interface NameFieldsProps extends Names {
  /** Another make clears the model; the same one spelled otherwise does not. */
  onChange: (names: Names, by: keyof Names) => void;
  errors?: { make?: string | undefined; model?: string | undefined };
  /** Other than examples of names. */
  placeholders?: Names;
  /** What the model's field is until there is a make. */
  beforeMake: 'closed' | 'absent';
  /** By the makes' ids, how many a search would find of each; how many are listed where it is not given. */
  found?: ReadonlyMap<string, number> | undefined;
}

/**
 * Make, and of a make its models. Names that are not in the lists can be typed. Models are asked for when a make has
 * been chosen, not for every letter of one being typed, and never for a make that is not known.
 */
export function NameFields(props: NameFieldsProps) {
  const { make, model, onChange, errors = {}, placeholders = PLACEHOLDERS, found } = props;
  const id = useId();
  const makes = useQuery(makesQuery);
  const [typingMake, setTypingMake] = useState(false);
  const known = makes.data ?? [];
  const chosen = typingMake
    ? undefined
    : splitMake(
        make,
        known.map(({ name }) => name),
      )?.make;
  const models = useQuery(modelsQuery(chosen ?? ''));
  const isNamed = make.trim() !== '';
  const knowsNone =
    isNamed &&
    !typingMake &&
    makes.isSuccess &&
    (chosen === undefined || models.data?.length === 0);
  return (
    <>
      <Combobox
        id={`${id}-make`}
        name="make"
        label={NAMES.make}
        value={make}
        options={found === undefined ? makeOptions(known) : makeOptionsFound(known, found)}
        onChange={(next) => {
          if (next === make) return;
          setTypingMake(true);
          onChange({ make: next, model: nameKey(next) === nameKey(make) ? model : '' }, 'make');
        }}
        onCommit={() => setTypingMake(false)}
        placeholder={placeholders.make}
        error={errors.make ?? failureOf(makes, NAMES.makesFailed, `${id}-make`)}
        hint={preparationOf(makes)}
        loading={makes.isPending}
        words={wordsOf(NAMES.make, NAMES.loadingMakes)}
      />
      {(isNamed || props.beforeMake === 'closed') && (
        <Combobox
          id={`${id}-model`}
          name="model"
          label={NAMES.model}
          value={model}
          options={modelOptions(models.data ?? [])}
          onChange={(next) => {
            if (next !== model) onChange({ make, model: next }, 'model');
          }}
          disabled={!isNamed}
          placeholder={isNamed ? placeholders.model : NAMES.modelDisabled}
          error={errors.model ?? failureOf(models, NAMES.modelsFailed, `${id}-model`)}
          hint={knowsNone ? NAMES.noModels : preparationOf(models)}
          loading={models.isFetching}
          words={wordsOf(NAMES.model, NAMES.loadingModels)}
        />
      )}
    </>
  );
}

const PLACEHOLDERS = { make: NAMES.makePlaceholder, model: NAMES.modelPlaceholder };

const wordsOf = (label: string, loading: string) => ({
  noMatch: NAMES.noMatch,
  loading,
  choices: NAMES.choices,
  show: NAMES.showChoices(label),
});

interface List {
  error: Error | null;
  refetch: () => Promise<unknown>;
}

/** What the server says while it has no market yet; the list then comes by itself. */
const preparationOf = ({ error }: List): string | undefined =>
  isNotReady(error) ? reasonOf(error, undefined) : undefined;

/** That a list could not be fetched, and why, where the server says it. Asked for again, its field has the focus. */
function failureOf({ error, refetch }: List, failure: string, field: string) {
  if (error === null || isNotReady(error)) return undefined;
  const reason = reasonOf(error, undefined);
  return (
    <>
      {reason === undefined ? failure : NAMES.because(failure, reason)}{' '}
      <Button look="quiet" size="small" heir={field} onClick={() => void refetch()}>
        {NAMES.retry}
      </Button>
    </>
  );
}
