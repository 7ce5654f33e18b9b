-- The facts as they were read before a replay began: what it changed is counted against them. Filled at its
-- beginning and emptied at its end.
-- Sort key: facts are found by their event alone.
CREATE TABLE IF NOT EXISTS replay_before
(
    event_key UInt64,
    -- A number for each compared field, in the order of the query's list.
    fields Array(UInt32)
)
ENGINE = ReplacingMergeTree
ORDER BY event_key;
