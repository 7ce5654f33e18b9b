-- A keyword's words are looked for where words begin. One of the title that stands only inside of another, ram in
-- Bramblecarr, is kept for that too. Rows written before lack it until the next compute.
ALTER TABLE search_base
    MODIFY COLUMN rest LowCardinality(String) DEFAULT arrayStringConcat(arrayDistinct(arrayFilter(
        word -> position(concat(' ', names), concat(' ', word)) = 0
            AND position(concat(' ', seller), concat(' ', word)) = 0,
        splitByWhitespace(lowerUTF8(title))
    )), ' ');

ALTER TABLE search_tail
    MODIFY COLUMN rest LowCardinality(String) DEFAULT arrayStringConcat(arrayDistinct(arrayFilter(
        word -> position(concat(' ', names), concat(' ', word)) = 0
            AND position(concat(' ', seller), concat(' ', word)) = 0,
        splitByWhitespace(lowerUTF8(title))
    )), ' ');
