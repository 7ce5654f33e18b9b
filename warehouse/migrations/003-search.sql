-- What search reads: a base rebuilt with each compute, and a small tail of what changed since.

-- One row for each unit still observed: what it is filtered and ordered by, and its result as one line
-- of JSON. A page's results are then one column of a few small granules, where thirty columns cost more
-- than the search itself (measured at a million rows: 5 ms instead of 40).
-- Sort key: the filters used most, so that one type, or one make of a type, is a few granules; the rest
-- is found by scanning narrow columns, which the engine does faster than any index here could help.
CREATE TABLE IF NOT EXISTS search_base
(
    unit_id String EPHEMERAL,
    -- Eight bytes of the unit's id: what base rows that the tail replaces are left out by.
    unit_key UInt64 DEFAULT sipHash64(unit_id),
    sample Bool,
    condition Enum8('new' = 1, 'used' = 2, 'certified' = 3, 'unknown' = 4),
    year UInt16,
    type LowCardinality(String),
    make_id LowCardinality(String),
    line_id LowCardinality(String),
    price Nullable(UInt32),
    mileage Nullable(UInt32),
    first_seen DateTime64(3, 'UTC'),
    -- NaN where the place is unknown: such a row is in no radius.
    lat Float32,
    lon Float32,
    title String EPHEMERAL,
    line_name String EPHEMERAL,
    floorplan String EPHEMERAL,
    dealer String EPHEMERAL,
    city String EPHEMERAL,
    -- What a keyword is looked for in, in lower case. The same come again and again, so each is looked
    -- at once and not in every row: half of what one column for all of it took.
    names LowCardinality(String) DEFAULT lowerUTF8(concatWithSeparator(' ', make_id, line_name, floorplan)),
    seller LowCardinality(String) DEFAULT lowerUTF8(concatWithSeparator(' ', dealer, city)),
    -- The title's words that stand in neither, each once.
    rest LowCardinality(String) DEFAULT arrayStringConcat(arrayDistinct(arrayFilter(
        word -> position(names, word) = 0 AND position(seller, word) = 0,
        splitByWhitespace(lowerUTF8(title))
    )), ' '),
    card String,
    -- For the cards of a page whose units are known: twenty keys of a million in 5 ms.
    INDEX by_unit unit_key TYPE bloom_filter(0.001) GRANULARITY 1
)
ENGINE = MergeTree
ORDER BY (type, make_id, year, unit_key)
SETTINGS index_granularity = 512;

-- Units of which a listing changed since the base was built, at most 50,000, read with FINAL.
-- Sort key: the unit, so that its latest state replaces earlier ones, in whatever order they come. A
-- unit whose standing listing was removed last is hidden, though another may still show it: the next
-- compute puts that right, and no search pays for the exception.
CREATE TABLE IF NOT EXISTS search_tail
(
    -- Any listing's id of the unit: what the market is asked by whether it holds the row's state.
    unit_id String,
    unit_key UInt64 DEFAULT sipHash64(unit_id),
    sample Bool,
    condition Enum8('new' = 1, 'used' = 2, 'certified' = 3, 'unknown' = 4),
    year UInt16,
    type LowCardinality(String),
    make_id LowCardinality(String),
    line_id LowCardinality(String),
    price Nullable(UInt32),
    mileage Nullable(UInt32),
    first_seen DateTime64(3, 'UTC'),
    lat Float32,
    lon Float32,
    title String EPHEMERAL,
    line_name String EPHEMERAL,
    floorplan String EPHEMERAL,
    dealer String EPHEMERAL,
    city String EPHEMERAL,
    names LowCardinality(String) DEFAULT lowerUTF8(concatWithSeparator(' ', make_id, line_name, floorplan)),
    seller LowCardinality(String) DEFAULT lowerUTF8(concatWithSeparator(' ', dealer, city)),
    rest LowCardinality(String) DEFAULT arrayStringConcat(arrayDistinct(arrayFilter(
        word -> position(names, word) = 0 AND position(seller, word) = 0,
        splitByWhitespace(lowerUTF8(title))
    )), ' '),
    card String,
    -- False where the listing that stands for the unit was removed: the unit is hidden.
    visible Bool,
    version UInt64,
    added_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(version)
ORDER BY unit_key
SETTINGS index_granularity = 512;
