-- When a refund was asked for: one of many who ask at once is told that the payment goes back.
alter table payments add column refund_asked_at timestamptz;
