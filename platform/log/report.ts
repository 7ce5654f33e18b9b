/** Where an adapter says what happened inside it. `platform/logging` fits; the default is silence. */
export type Report = (
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  fields: Record<string, unknown>,
) => void;

export const silence: Report = () => {};
