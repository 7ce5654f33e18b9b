-- What people look for and share, and what the batches made of it all.

-- Searches and analyses, without the people. Sort key: read by day; the id makes a repeat the same row.
CREATE TABLE IF NOT EXISTS activity_search
(
    id String,
    at DateTime64(3, 'UTC'),
    sample Bool,
    make_id LowCardinality(String),
    line_id LowCardinality(String),
    type LowCardinality(String),
    region LowCardinality(String),
    results UInt32
)
ENGINE = ReplacingMergeTree
ORDER BY (toDate(at), id);

CREATE TABLE IF NOT EXISTS activity_analysis
(
    id String,
    at DateTime64(3, 'UTC'),
    sample Bool,
    make_id LowCardinality(String),
    line_id LowCardinality(String),
    type LowCardinality(String),
    region LowCardinality(String),
    year UInt16,
    condition Enum8('new' = 1, 'used' = 2, 'certified' = 3),
    value UInt32
)
ENGINE = ReplacingMergeTree
ORDER BY (toDate(at), id);

-- Purchases people shared; a withdrawal is a row of its own that wins over the purchase for ever.
-- Sort key: the random id, the only name a contribution has.
CREATE TABLE IF NOT EXISTS contributions
(
    contribution_id String,
    withdrawn Bool,
    contributor String,
    day Date,
    sample Bool,
    make String,
    model String,
    year UInt16,
    type LowCardinality(String),
    purchase_price UInt32,
    purchase_date Date,
    purchase_type LowCardinality(String),
    condition LowCardinality(String),
    state LowCardinality(String),
    zip3 LowCardinality(String),
    mileage Nullable(UInt32),
    list_price Nullable(UInt32),
    trade_in_value Nullable(UInt32),
    financing_rate Nullable(Float32),
    down_payment Nullable(UInt32),
    market_conditions LowCardinality(String),
    seasonality LowCardinality(String)
)
ENGINE = ReplacingMergeTree(withdrawn)
ORDER BY contribution_id;

-- The batches, one row for each run and state. Sort key: the run; there are few.
CREATE TABLE IF NOT EXISTS compute_runs
(
    run_id String,
    command_id String,
    asked_by LowCardinality(String),
    state Enum8('started' = 1, 'published' = 2, 'kept_back' = 3, 'failed' = 4),
    at DateTime64(3, 'UTC'),
    kind LowCardinality(String),
    -- What it found, or what went wrong, as JSON for people.
    detail String
)
ENGINE = ReplacingMergeTree(at)
ORDER BY (run_id, state);

-- Snapshots: the artefact's bytes in pieces, under its id, immutable. The last 20 are kept.
-- Sort key: one snapshot is read whole, piece by piece.
CREATE TABLE IF NOT EXISTS snapshots
(
    snapshot_id String,
    piece UInt32,
    pieces UInt32,
    kind LowCardinality(String),
    created_at DateTime64(3, 'UTC'),
    -- SHA-256 of the whole, checked by whoever reads it.
    checksum String,
    -- Base64 of this piece.
    bytes String CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree(created_at)
ORDER BY (snapshot_id, piece)
SETTINGS index_granularity = 1;
