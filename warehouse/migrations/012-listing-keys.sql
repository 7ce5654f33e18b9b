-- What a sighting's listing is known by where many are looked for at once: eight bytes, where source and the source's
-- own id are two texts, which take eight times as long to compare. Among ten million listings the odds that any two
-- share one are three in a million. Of sightings written before, it is worked out as they are read, until a replay or
-- a merge writes it: to write it out at once would keep a start waiting by the minute.
ALTER TABLE sightings
    ADD COLUMN IF NOT EXISTS listing_key UInt64 MATERIALIZED sipHash64(source, source_id);
