-- What a saved listing was called and last asked (whole dollars), for when nobody knows it any more. What was
-- saved before has no name until its owner next sees it.
alter table saved_rvs add column name text;
alter table saved_rvs add column last_price integer;
update saved_rvs set last_price = coalesce(told_price, price);
