/** Hands a file over as a download, its name in lower case with hyphens, as long as every system takes. */
export function saveFile(file: Blob, name: string, extension: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  link.download = `${plain.slice(0, 100)}.${extension}`;
  link.click();
  URL.revokeObjectURL(url);
}
