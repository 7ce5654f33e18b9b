/** Why a file could not be read, for a person who named it. */
export function fileFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EISDIR') return 'is a folder, not a file';
  return code === 'ENOENT' ? 'there is no such file' : error.message;
}
