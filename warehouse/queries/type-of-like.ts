/**
 * What type listings are that say none, by those that do: of the same make, line and floorplan, else of the same line.
 * A source of titles alone says few types; other sources know what its units are.
 *
 * Held against 1,039 units of dealers in the Northwest whose types were taken away, beside a chain's and other dealers'
 * that kept theirs: 392 get a type, 361 the right one; of a chain's 1,207 it is 647 and 622. Of a floorplan 19 in 20 are
 * right, of a line 7 in 8; most of the others are told as two types by two dealers.
 */
const OF_A_FLOORPLAN = { like: 'make_id, line_id, floorplan', least: 1, share: 0.9 };
const OF_A_LINE = { like: 'make_id, line_id', least: 5, share: 0.98 };

/** One row for each kind of listings that are alike, of makes that have listings without a type. */
const saidOf = ({ like, least, share }: typeof OF_A_LINE): string => `
(
    SELECT ${like}, argMax(type, (n, type)) AS said
    FROM
    (
        SELECT ${like}, type, count() AS n
        FROM {listings:Identifier}
        WHERE type != ''
            AND make_id IN (SELECT make_id FROM {listings:Identifier} WHERE type = '' AND make_id != '')
        GROUP BY ${like}, type
    )
    GROUP BY ${like}
    HAVING max(n) >= ${least} AND max(n) >= ${share} * sum(n)
)`;

/**
 * Joins to the listings `shown` what those like them say. A floorplan or line that is not known is like none; a
 * floorplan of an unknown line is like the same of its make (a Lance 1191 has no line).
 */
export const JOIN_LIKE = `
LEFT JOIN ${saidOf(OF_A_FLOORPLAN)} AS of_floorplan
    ON of_floorplan.make_id = shown.make_id AND of_floorplan.line_id = shown.line_id
    AND of_floorplan.floorplan = shown.floorplan
LEFT JOIN ${saidOf(OF_A_LINE)} AS of_line
    ON of_line.make_id = shown.make_id AND of_line.line_id = shown.line_id`;

export const TYPE_OF_LIKE = `multiIf(
        shown.type != '', shown.type,
        shown.floorplan != '' AND of_floorplan.said != '', of_floorplan.said,
        shown.line_id != '', of_line.said,
        ''
    )`;
