const MAILED = /^#(reset-password|verify-email)=([\w-]+)$/;

/** What a link of a mail of ours asks for; its token stands behind the #, where no server sees it. */
export interface MailedLink {
  purpose: 'reset-password' | 'verify-email';
  token: string;
}

export function mailedLinkOf(hash: string): MailedLink | null {
  const [, purpose, token] = MAILED.exec(hash) ?? [];
  if (token === undefined) return null;
  return { purpose: purpose === 'verify-email' ? purpose : 'reset-password', token };
}
