-- What search reads: a base rebuilt after each compute, and a small tail of what changed since.

-- One row for each unit still observed.
-- Sort key: the filters used most, so that one type, or one make of a type, is a few granules; the rest
-- is found by scanning narrow columns, which the engine does faster than any index here could help.
CREATE TABLE IF NOT EXISTS search_base
(
    unit_id String,
    listing_id String,
    -- Eight bytes of the unit's id: what base rows that the tail replaces are left out by.
    unit_key UInt64 MATERIALIZED sipHash64(unit_id),
    source LowCardinality(String),
    sample Bool,
    condition Enum8('new' = 1, 'used' = 2, 'certified' = 3, 'unknown' = 4),
    year UInt16,
    type LowCardinality(String),
    make_id LowCardinality(String),
    line_id LowCardinality(String),
    line_name LowCardinality(String),
    floorplan LowCardinality(String),
    title String,
    price_state Enum8('listed' = 1, 'call' = 2, 'hidden' = 3),
    price Nullable(UInt32),
    msrp Nullable(UInt32),
    mileage Nullable(UInt32),
    length_ft Nullable(Float32),
    sleeps Nullable(UInt16),
    slides Nullable(UInt16),
    dealer LowCardinality(String),
    url String,
    image String,
    city LowCardinality(String),
    state LowCardinality(String),
    zip LowCardinality(String),
    region LowCardinality(String),
    days_on_lot Nullable(UInt32),
    first_seen DateTime64(3, 'UTC'),
    last_seen DateTime64(3, 'UTC'),
    -- NaN where the place is unknown: such a row is in no radius.
    lat Float32,
    lon Float32,
    -- What a keyword is looked for in.
    words String MATERIALIZED lowerUTF8(concat(title, ' ', make_id, ' ', line_name, ' ', floorplan, ' ', dealer, ' ', city))
)
ENGINE = MergeTree
ORDER BY (type, make_id, year, unit_id);

-- Listings that changed since the base was built, at most 50,000, read with FINAL.
-- Sort key: the listing, so that its latest state replaces earlier ones, in whatever order they come.
CREATE TABLE IF NOT EXISTS search_tail
(
    unit_id String,
    listing_id String,
    -- Eight bytes of the unit's id: what base rows that the tail replaces are left out by.
    unit_key UInt64 MATERIALIZED sipHash64(unit_id),
    source LowCardinality(String),
    sample Bool,
    condition Enum8('new' = 1, 'used' = 2, 'certified' = 3, 'unknown' = 4),
    year UInt16,
    type LowCardinality(String),
    make_id LowCardinality(String),
    line_id LowCardinality(String),
    line_name LowCardinality(String),
    floorplan LowCardinality(String),
    title String,
    price_state Enum8('listed' = 1, 'call' = 2, 'hidden' = 3),
    price Nullable(UInt32),
    msrp Nullable(UInt32),
    mileage Nullable(UInt32),
    length_ft Nullable(Float32),
    sleeps Nullable(UInt16),
    slides Nullable(UInt16),
    dealer LowCardinality(String),
    url String,
    image String,
    city LowCardinality(String),
    state LowCardinality(String),
    zip LowCardinality(String),
    region LowCardinality(String),
    days_on_lot Nullable(UInt32),
    first_seen DateTime64(3, 'UTC'),
    last_seen DateTime64(3, 'UTC'),
    -- NaN where the place is unknown: such a row is in no radius.
    lat Float32,
    lon Float32,
    -- What a keyword is looked for in.
    words String MATERIALIZED lowerUTF8(concat(title, ' ', make_id, ' ', line_name, ' ', floorplan, ' ', dealer, ' ', city)),
    -- False for a listing that was removed: it hides its unit of the base.
    visible Bool,
    version UInt64,
    added_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(version)
ORDER BY listing_id;
