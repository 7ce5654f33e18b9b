-- What ends a letter that has no id of its own: a later look at all of its source, or at its whole file.

-- When the source said so, as its message tells; 1970 where that tells nothing.
ALTER TABLE dead_letters
    ADD COLUMN IF NOT EXISTS observed_at DateTime64(3, 'UTC') MATERIALIZED parseDateTime64BestEffortOrZero(
        JSONExtractString(tryBase64Decode(bytes), 'observedAt'), 3, 'UTC'
    );

-- Written out for the letters that are there: else every question would read all their bytes.
ALTER TABLE dead_letters MATERIALIZE COLUMN observed_at;

-- The file's name, which one that is brought in anew keeps. Of files taken before it is not known, until they are
-- read anew.
ALTER TABLE registration_takes
    ADD COLUMN IF NOT EXISTS name String AFTER file;
