/** Hands a file over as a download, its name in lower case with hyphens. */
export function saveFile(file: Blob, name: string, extension: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.${extension}`;
  link.click();
  URL.revokeObjectURL(url);
}
