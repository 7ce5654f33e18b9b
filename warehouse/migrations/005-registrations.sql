-- Registrations: what states and provinces say was registered, and which of their files are told whole.

-- One row for each row of a file that was understood. Any delivery of an event writes the same row; a better
-- normaliser's row wins by its version.
-- Sort key: the fact's identity. A file is taken whole or not at all, so it is read by source and take.
CREATE TABLE IF NOT EXISTS registrations
(
    source LowCardinality(String),
    take LowCardinality(String),
    -- Where the row begins in its file, in bytes.
    start UInt64,
    event_id String,
    run_id LowCardinality(String),
    normaliser_version UInt32,
    -- The first day of the month.
    month Date,
    -- Two letters, of a US state, DC or a Canadian province.
    state LowCardinality(String),
    -- Census region, or Canada.
    region LowCardinality(String),
    type LowCardinality(String),
    make_id LowCardinality(String),
    -- As the file writes it, for the makes that the catalogue does not know.
    make LowCardinality(String),
    condition Enum8('new' = 1, 'used' = 2, 'unknown' = 3),
    count UInt32
)
ENGINE = ReplacingMergeTree(normaliser_version)
ORDER BY (source, take, start);

-- The files that were taken to their end. Of those that tell a source's state and month, the newest complete
-- one counts; a file that broke off tells nothing. Sort key: the taking; a complete end wins for ever.
CREATE TABLE IF NOT EXISTS registration_takes
(
    source LowCardinality(String),
    take String,
    run_id String,
    file String,
    observed_at DateTime64(3, 'UTC'),
    taken_at DateTime64(3, 'UTC'),
    rows UInt64,
    complete UInt8
)
ENGINE = ReplacingMergeTree(complete)
ORDER BY (source, take);
