-- What a sighting's listing is known by where many are looked for at once: eight bytes, where source and the source's
-- own id are two texts, which take several times as long to compare. Among ten million listings the odds that any two
-- share one are three in a million.
ALTER TABLE sightings
    ADD COLUMN IF NOT EXISTS listing_key UInt64 MATERIALIZED sipHash64(source, source_id);

-- Written out for the sightings that are there, where it would be worked out at every question. Nothing waits for it:
-- a start would by the minute, and until it is done the answers are the same.
ALTER TABLE sightings MATERIALIZE COLUMN listing_key SETTINGS mutations_sync = 0;
