-- What a letter has in common with one of a later run that is about the same: source, reason, the source's own
-- id and the record. Of listings alone: two rows of a registration file may be alike and are both counted. 0
-- where the message says no record; such a letter stands for itself.
ALTER TABLE dead_letters
    ADD COLUMN IF NOT EXISTS record_key UInt64 MATERIALIZED if(
        topic != 'raw.listing.v1' OR JSONExtractString(tryBase64Decode(bytes), 'record', 'body') = '',
        0,
        sipHash64(source, reason, source_id, JSONExtractString(tryBase64Decode(bytes), 'record', 'body'))
    );

-- Written out for the letters that are there: else every question would read all their bytes.
ALTER TABLE dead_letters MATERIALIZE COLUMN record_key;
