-- Until when a subscription is paid: what is unpaid has one week of grace from there, not one a month.
alter table payment_orders add column paid_until timestamptz;
