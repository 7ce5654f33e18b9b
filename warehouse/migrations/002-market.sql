-- The market as it stands: rebuilt whole from the facts by each compute and swapped in, so plain tables.

-- Where a ZIP (`83702`) or a city of a state (`boise|ID`) lies. Filled once from the package zipcodes.
-- Sort key: the only question is one key.
CREATE TABLE IF NOT EXISTS places
(
    key String,
    lat Float32,
    lon Float32
)
ENGINE = ReplacingMergeTree
ORDER BY key;

-- One row for each listing: its latest state, when it was seen, what it was priced at.
-- Sort key: saved RVs and the loader ask by id; small granules, since they ask for a few ids at a time.
CREATE TABLE IF NOT EXISTS listings
(
    listing_id String,
    source LowCardinality(String),
    source_id String,
    sample Bool,
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
    removed_at Nullable(DateTime64(3, 'UTC')),
    -- The earlier of the first sighting and what the source says.
    first_seen DateTime64(3, 'UTC'),
    last_seen DateTime64(3, 'UTC'),
    sightings UInt32,
    -- Every change of a listed price, oldest first, the first price included.
    prices Array(Tuple(at DateTime64(3, 'UTC'), price UInt32)),
    -- Still observed: not removed, and no later full collection of its source missed it.
    current Bool,
    -- Milliseconds of its last sighting: the newer state has the larger one.
    version UInt64
)
ENGINE = MergeTree
ORDER BY listing_id
SETTINGS index_granularity = 512;

CREATE VIEW IF NOT EXISTS price_history AS
SELECT listing_id, change.at AS at, change.price AS price
FROM listings
ARRAY JOIN prices AS change;

-- Which unit a listing belongs to. A unit's id is the smallest listing id of its group, so an id a unit
-- had before it grew is found here too: the row of that listing names the unit of today.
-- Sort key: asked by listing id, a few at a time.
CREATE TABLE IF NOT EXISTS unit_listings
(
    listing_id String,
    unit_id String,
    -- The listing that stands for its unit.
    representative Bool,
    -- Of the unit: how many listings show it, of how many sources, whether any is current, and when
    -- the first and the last of them was seen.
    listings UInt32,
    sources UInt16,
    current Bool,
    first_seen DateTime64(3, 'UTC'),
    last_seen DateTime64(3, 'UTC'),
    -- Eight bytes of the listing's valid VIN, 0 without one: the unit of a listing not seen before.
    vin_hash UInt64,
    -- Of the listing's own state: milliseconds of its last sighting.
    version UInt64
)
ENGINE = MergeTree
ORDER BY listing_id
SETTINGS index_granularity = 256;

-- One row for each unit: what is sold, counted once, as its representative listing shows it.
-- Sort key: the valuation and the market read by type, make, line and year.
CREATE TABLE IF NOT EXISTS units
(
    unit_id String,
    -- The representative: current before gone, priced before not, then seen last, then smallest id.
    listing_id String,
    -- How many listings show it, and of how many sources.
    listings UInt32,
    sources UInt16,
    -- Any of its listings is current.
    current Bool,
    first_seen DateTime64(3, 'UTC'),
    last_seen DateTime64(3, 'UTC'),
    -- When the representative was seen last: the instant its price and state are of.
    observed_at DateTime64(3, 'UTC'),
    source LowCardinality(String),
    sample Bool,
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
    dealer_key LowCardinality(String),
    dealer LowCardinality(String),
    url String,
    image String,
    city LowCardinality(String),
    state LowCardinality(String),
    zip LowCardinality(String),
    region LowCardinality(String),
    days_on_lot Nullable(UInt32),
    prices Array(Tuple(at DateTime64(3, 'UTC'), price UInt32))
)
ENGINE = MergeTree
ORDER BY (type, make_id, line_id, year, unit_id);
