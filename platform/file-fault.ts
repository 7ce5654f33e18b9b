/** Why a file could not be read, for a person who named it. */
export function fileFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'there is no such file' : error.message;
}
