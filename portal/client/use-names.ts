import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { makesQuery, modelsQuery } from './catalogue.ts';
import { splitMake } from './names.ts';

export type Names = ReturnType<typeof useNames>;

/**
 * The makes there are and, of the one a form names, its models. Models are asked for when a make has been chosen,
 * not for every letter of one being typed, and never for a make that is not known.
 */
export function useNames(make: string) {
  const makes = useQuery(makesQuery);
  const [isTyping, setIsTyping] = useState(false);
  const known = makes.data?.map(({ name }) => name) ?? [];
  const chosen = isTyping ? undefined : splitMake(make, known)?.make;
  const models = useQuery(modelsQuery(chosen ?? ''));
  const isNamed = make.trim() !== '' && !isTyping && makes.isSuccess;
  return {
    makes,
    models,
    /** Whether the named make is none of them. */
    isUnknown: isNamed && chosen === undefined,
    /** Whether no model of the named make is known. */
    knowsNone: isNamed && (chosen === undefined || models.data?.length === 0),
    /** Whether the make is being typed. */
    setIsTyping,
  };
}
