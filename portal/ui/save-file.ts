import { plainFileName } from '#schemas/file-name.ts';

/** Hands a file over as a download. */
export function saveFile(file: Blob, name: string, extension: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = plainFileName(name, extension);
  link.click();
  URL.revokeObjectURL(url);
}
