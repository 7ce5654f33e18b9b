-- The type as the file writes it, for the types that nobody knows. Of rows written before it is not known, until
-- they are read anew.
ALTER TABLE registrations
    ADD COLUMN IF NOT EXISTS written_type LowCardinality(String) AFTER type;
