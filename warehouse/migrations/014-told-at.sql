-- An end is told of, not seen: `last_seen` is when a listing was last on offer, and what its source told last, an end
-- too, has a time of its own. Until the next compute has filled it, what was built before says the one for the other.
ALTER TABLE unit_listings
    ADD COLUMN IF NOT EXISTS told_at DateTime64(3, 'UTC') DEFAULT last_seen AFTER last_seen;

ALTER TABLE units
    ADD COLUMN IF NOT EXISTS told_at DateTime64(3, 'UTC') DEFAULT last_seen AFTER last_seen;
