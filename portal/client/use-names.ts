import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Make, makesQuery, modelsQuery, namesMeantQuery } from './catalogue.ts';
import { plain, splitMake } from '#schemas/names.ts';
import { rankMatches } from './rank-matches.ts';

export type Names = ReturnType<typeof useNames>;

/**
 * The makes there are and, of the one a form names, its models: those of the make that may be meant where the name
 * is none. Models are asked for when a make has been chosen, not for every letter of one being typed, and never for
 * a make that is not known.
 * @param asksMeant whether the server is asked what is like no make: of a model typed for a make it knows which
 */
export function useNames(make: string, asksMeant = true) {
  const makes = useQuery(makesQuery);
  const [isTyping, setIsTyping] = useState(false);
  const known = makes.data ?? [];
  const chosen = isTyping ? undefined : makeNamed(make, known);
  const isNamed = make.trim() !== '' && !isTyping && makes.isSuccess;
  // What has no Latin letter or digit is near to no name.
  const isUnknown = isNamed && chosen === undefined && plain(make) !== '';
  const near = isUnknown ? rankMatches(make, known, namesOf)[0]?.name : undefined;
  const isAsked = asksMeant && isUnknown && near === undefined;
  const asked = useQuery(namesMeantQuery(isAsked ? make.trim() : ''));
  const meant = near === undefined ? asked.data?.[0] : { name: near, make: near, model: '' };
  const taken = chosen ?? meant?.make;
  const models = useQuery(modelsQuery(taken ?? ''));
  return {
    makes,
    models,
    /** The nearest of them, where the named make is none, or the model that was typed for it. */
    meant,
    /** Whether no model of the named make, or of the one meant, is known. */
    knowsNone: isNamed && !asked.isFetching && (taken === undefined || models.data?.length === 0),
    /** Whether the make is being typed. */
    setIsTyping,
  };
}

const namesOf = ({ name, aliases }: Make) => [name, ...aliases];

/** The listed name of the make that a text begins with, by any of its names: as the server reads it. */
function makeNamed(text: string, makes: readonly Make[]): string | undefined {
  const named = splitMake(text, makes.flatMap(namesOf))?.make;
  return makes.find((make) => named !== undefined && namesOf(make).includes(named))?.name;
}
