-- The state a unit stands in, which search filters and counts by. Rows written before have it from their
-- card, until the next compute writes it out.
ALTER TABLE search_base
    ADD COLUMN IF NOT EXISTS state LowCardinality(String) DEFAULT JSONExtractString(card, 'state') AFTER lon;

ALTER TABLE search_tail
    ADD COLUMN IF NOT EXISTS state LowCardinality(String) DEFAULT JSONExtractString(card, 'state') AFTER lon;
