/** Sort key: the name is a migration's identity; recorded twice by two processes, it is one row. */
export const CREATE_MIGRATIONS = `
CREATE TABLE IF NOT EXISTS migrations
(
    name String,
    checksum String,
    applied_at DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(applied_at)
ORDER BY name`;

export const APPLIED_MIGRATIONS = `SELECT name, checksum FROM migrations FINAL ORDER BY name`;
