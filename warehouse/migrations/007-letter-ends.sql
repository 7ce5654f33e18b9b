-- Dead letters that need nothing any more: sent again with their own bytes, or read anew by a better
-- normaliser. Of a letter the newest end counts, and only if it is newer than the letter.
-- Sort key: the letter's place, which is its identity; sent twice it is one row.
CREATE TABLE IF NOT EXISTS letter_ends
(
    topic LowCardinality(String),
    log_partition UInt16,
    log_offset UInt64,
    how Enum8('redriven' = 1, 'replayed' = 2),
    at DateTime64(3, 'UTC'),
    -- Of which redrive it was, and where that put its bytes. '' and 0 where it was replayed.
    redrive_id String,
    to_partition UInt16,
    to_offset UInt64
)
ENGINE = ReplacingMergeTree(at)
ORDER BY (topic, log_partition, log_offset);
