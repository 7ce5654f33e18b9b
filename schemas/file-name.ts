/** A name for a file on any disk: small letters, digits and hyphens, at most a hundred of them. */
export function plainFileName(name: string, extension: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, 100)
    .replaceAll(/^-|-$/g, '');
  return `${plain}.${extension}`;
}
