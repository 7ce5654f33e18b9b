-- What is told of purchases that people shared. It changes in steps, so that nobody reads one person's
-- price off the difference of two figures.

-- Of each kind of market the newest step; what came before it is forgotten. Sort key: the kind.
CREATE TABLE IF NOT EXISTS contribution_steps
(
    sample Bool,
    -- It holds what was shared before this day.
    day Date,
    -- Contributions that are told of, and by the same place in the array who shared each.
    shown Array(String),
    shown_by Array(String),
    -- Contributions that count again with the next newcomers.
    left_out Array(String),
    -- Contributors, prices and savings as JSON; empty until they are counted.
    figures String
)
ENGINE = ReplacingMergeTree(day)
ORDER BY sample;
