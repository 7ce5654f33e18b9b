-- Facts: what was seen, and how every delivered event ended.

-- One row for each distinct raw event. Any delivery of an event writes the same row, so the engine may
-- keep any of them; a better normaliser's row wins by its version.
-- Sort key: it is the fact's identity (redelivery must find its own row) and holds nothing that a better
-- normaliser would change; source first, because replays, coverage and a source's listings read by source.
CREATE TABLE IF NOT EXISTS sightings
(
    event_id String,
    source LowCardinality(String),
    source_id String,
    listing_id String,
    observed_at DateTime64(3, 'UTC'),
    sample Bool,
    run_id LowCardinality(String),
    normaliser_version UInt32,
    condition Enum8('new' = 1, 'used' = 2, 'certified' = 3, 'unknown' = 4),
    year UInt16,
    type LowCardinality(String),
    maker_id LowCardinality(String),
    make_id LowCardinality(String),
    line_id LowCardinality(String),
    line_name LowCardinality(String),
    floorplan LowCardinality(String),
    name_basis Enum8('catalogue' = 1, 'derived' = 2, 'make' = 3, 'none' = 4),
    title String,
    price_state Enum8('listed' = 1, 'call' = 2, 'hidden' = 3),
    price Nullable(UInt32),
    msrp Nullable(UInt32),
    mileage Nullable(UInt32),
    length_ft Nullable(Float32),
    weight_lb Nullable(UInt32),
    sleeps Nullable(UInt16),
    slides Nullable(UInt16),
    fuel LowCardinality(String),
    horsepower Nullable(UInt32),
    vin String,
    vin_valid Bool,
    stock_number String,
    dealer_key LowCardinality(String),
    dealer LowCardinality(String),
    url String,
    image String,
    city LowCardinality(String),
    state LowCardinality(String),
    zip LowCardinality(String),
    region LowCardinality(String),
    days_on_lot Nullable(UInt32),
    first_seen_at Nullable(DateTime64(3, 'UTC')),
    removed_at Nullable(DateTime64(3, 'UTC')),
    remarks Array(LowCardinality(String)),
    topic LowCardinality(String),
    log_partition UInt16,
    log_offset UInt64
)
ENGINE = ReplacingMergeTree(normaliser_version)
ORDER BY (source, source_id, observed_at, event_id);

-- Exactly one row for each delivery, that is for each (topic, partition, offset).
-- Sort key: the run first, because a run's outcomes are the question asked; a message's run never
-- changes, so a redelivery still finds its own row. The newest record of a position wins.
CREATE TABLE IF NOT EXISTS event_outcomes
(
    event_id String,
    run_id String,
    source LowCardinality(String),
    topic LowCardinality(String),
    log_partition UInt16,
    log_offset UInt64,
    outcome Enum8('accepted' = 1, 'dropped' = 2, 'dead_letter' = 3),
    reason LowCardinality(String),
    -- Of a dead letter: the listing it hides, which was seen though it could not be read, and when.
    -- '' and 1970 where nothing says so, and of all others.
    source_id String,
    seen_at DateTime64(3, 'UTC'),
    recorded_at DateTime64(3, 'UTC'),
    -- What a run's count knows an event by: eight bytes, where the id takes 64. Among ten million events
    -- the odds that any two share one are three in a million.
    event_key UInt64 MATERIALIZED sipHash64(event_id)
)
ENGINE = ReplacingMergeTree(recorded_at)
ORDER BY (run_id, topic, log_partition, log_offset);

-- What could not be understood, with its bytes, loaded from the topic deadletter.v1.
-- Sort key: where the message stood, which is its identity; a repeated dead letter is the same row.
CREATE TABLE IF NOT EXISTS dead_letters
(
    topic LowCardinality(String),
    log_partition UInt16,
    log_offset UInt64,
    event_id String,
    run_id String,
    source LowCardinality(String),
    source_id String,
    origin String,
    reason LowCardinality(String),
    detail String,
    schema LowCardinality(String),
    at DateTime64(3, 'UTC'),
    -- Base64 of the message's value, untouched.
    bytes String CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree(at)
ORDER BY (topic, log_partition, log_offset);

-- The life of a collection run, one row for each state it reached.
-- Sort key: run and state are the event's identity; there are few rows, every question reads them all.
CREATE TABLE IF NOT EXISTS ingest_runs
(
    run_id String,
    state Enum8('started' = 1, 'published' = 2, 'loaded' = 3, 'failed' = 4),
    source LowCardinality(String),
    sample Bool,
    at DateTime64(3, 'UTC'),
    coverage Enum8('full' = 1, 'partial' = 2),
    read UInt64,
    published UInt64,
    stored UInt64,
    duplicates UInt64,
    dropped Map(String, UInt64),
    dead_lettered Map(String, UInt64),
    -- With `loaded` of a full collection: every listing it saw was seen then or later, so one of its
    -- source that was last seen before is no longer observed. Null ages nothing out.
    swept_at Nullable(DateTime64(3, 'UTC')),
    error String
)
ENGINE = ReplacingMergeTree(at)
ORDER BY (run_id, state);
