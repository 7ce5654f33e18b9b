-- The price its owner was last told of, by a mail or by their own eyes when they saved it (whole dollars).
alter table saved_rvs add column told_price integer;
update saved_rvs set told_price = price;
