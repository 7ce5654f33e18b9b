-- A keyword is looked for where a word begins: `ace` stands in Palace and in Terrace, and means neither. So each text
-- has one space before each of its words, and no marks; a keyword is written so, too (`asSearched`).
ALTER TABLE search_base
    MODIFY COLUMN names LowCardinality(String) DEFAULT
        replaceRegexpAll(lowerUTF8(concatWithSeparator(' ', '', make_id, line_name, floorplan)), '[^\\p{L}\\p{M}\\p{N}]+', ' ');

ALTER TABLE search_base
    MODIFY COLUMN seller LowCardinality(String) DEFAULT
        replaceRegexpAll(lowerUTF8(concatWithSeparator(' ', '', dealer, city)), '[^\\p{L}\\p{M}\\p{N}]+', ' ');

ALTER TABLE search_base
    MODIFY COLUMN rest LowCardinality(String) DEFAULT arrayStringConcat(arrayDistinct(arrayFilter(
        word -> position(names, word) = 0 AND position(seller, word) = 0,
        arrayMap(
            word -> trimRight(replaceRegexpAll(concat(' ', word), '[^\\p{L}\\p{M}\\p{N}]+', ' ')),
            splitByWhitespace(lowerUTF8(title))
        )
    )));

ALTER TABLE search_tail
    MODIFY COLUMN names LowCardinality(String) DEFAULT
        replaceRegexpAll(lowerUTF8(concatWithSeparator(' ', '', make_id, line_name, floorplan)), '[^\\p{L}\\p{M}\\p{N}]+', ' ');

ALTER TABLE search_tail
    MODIFY COLUMN seller LowCardinality(String) DEFAULT
        replaceRegexpAll(lowerUTF8(concatWithSeparator(' ', '', dealer, city)), '[^\\p{L}\\p{M}\\p{N}]+', ' ');

ALTER TABLE search_tail
    MODIFY COLUMN rest LowCardinality(String) DEFAULT arrayStringConcat(arrayDistinct(arrayFilter(
        word -> position(names, word) = 0 AND position(seller, word) = 0,
        arrayMap(
            word -> trimRight(replaceRegexpAll(concat(' ', word), '[^\\p{L}\\p{M}\\p{N}]+', ' ')),
            splitByWhitespace(lowerUTF8(title))
        )
    )));

-- The rows that are there, as they are written from now on.
ALTER TABLE search_base
    UPDATE
        names = replaceRegexpAll(concat(' ', names), '[^\\p{L}\\p{M}\\p{N}]+', ' '),
        seller = replaceRegexpAll(concat(' ', seller), '[^\\p{L}\\p{M}\\p{N}]+', ' '),
        rest = replaceRegexpAll(concat(' ', rest), '[^\\p{L}\\p{M}\\p{N}]+', ' ')
    WHERE true;

ALTER TABLE search_tail
    UPDATE
        names = replaceRegexpAll(concat(' ', names), '[^\\p{L}\\p{M}\\p{N}]+', ' '),
        seller = replaceRegexpAll(concat(' ', seller), '[^\\p{L}\\p{M}\\p{N}]+', ' '),
        rest = replaceRegexpAll(concat(' ', rest), '[^\\p{L}\\p{M}\\p{N}]+', ' ')
    WHERE true;
