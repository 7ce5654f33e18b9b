import type { Queries } from './store.ts';

export type LinkPurpose = 'reset-password' | 'verify-email';

/**
 * Keeps a new link, and forgets those of the person that are over. The others stay good: anybody can ask
 * for a mail to somebody else, and must not take away the link that its owner is about to follow.
 * @returns whether there still is such a person
 */
export async function insertLink(
  store: Queries,
  link: { hash: string; userId: string; purpose: LinkPurpose; now: Date; expiresAt: Date },
): Promise<boolean> {
  const rows = await store.query(
    // The person first, as everywhere: who deletes links or the person in between would wait for this, and
    // this for them.
    `with owner as materialized (
      select id from users where id = $2 for no key update
    ), over as (
      delete from mailed_links where user_id = (select id from owner) and expires_at <= $5
    )
    insert into mailed_links (hash, user_id, purpose, expires_at)
    select $1, id, $3, $4 from owner returning hash`,
    [link.hash, link.userId, link.purpose, link.expiresAt, link.now],
  );
  return rows.length > 0;
}

/** Whose link it is; undefined where there is no such link now. */
export async function ownerOfLink(
  store: Queries,
  hash: string,
  purpose: LinkPurpose,
  now: Date,
): Promise<string | undefined> {
  const rows = await store.query<{ user_id: string }>(
    'select user_id from mailed_links where hash = $1 and purpose = $2 and expires_at > $3',
    [hash, purpose, now],
  );
  return rows[0]?.user_id;
}

export async function deleteLinksOf(
  store: Queries,
  userId: string,
  purpose: LinkPurpose,
): Promise<void> {
  await store.query('delete from mailed_links where user_id = $1 and purpose = $2', [
    userId,
    purpose,
  ]);
}

/**
 * Uses a link up, and with it the person's others for the same purpose.
 * @returns whose it was; undefined where there is no such link now
 */
export async function takeLink(
  store: Queries,
  hash: string,
  purpose: LinkPurpose,
  now: Date,
): Promise<string | undefined> {
  const rows = await store.query<{ user_id: string }>(
    `delete from mailed_links where purpose = $2 and user_id = (
       select user_id from mailed_links where hash = $1 and purpose = $2 and expires_at > $3
     ) returning user_id`,
    [hash, purpose, now],
  );
  return rows[0]?.user_id;
}
