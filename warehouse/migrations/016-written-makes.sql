-- How a make is written that nobody knows, so that staff can say what it means: as its field says, or as the title's
-- words where it would stand. Of sightings written before it is not known until they are read anew, which a newer
-- normaliser does by itself; of listings, until the compute after that.
ALTER TABLE sightings
    ADD COLUMN IF NOT EXISTS written_make LowCardinality(String) AFTER make_id;

ALTER TABLE sightings
    ADD COLUMN IF NOT EXISTS make_in_title Bool AFTER written_make;

ALTER TABLE listings
    ADD COLUMN IF NOT EXISTS written_make LowCardinality(String) AFTER make_id;

ALTER TABLE listings
    ADD COLUMN IF NOT EXISTS make_in_title Bool AFTER written_make;
