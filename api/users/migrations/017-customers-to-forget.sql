-- Who is gone stays here without a name until the payment provider has forgotten them too: it may not answer at
-- the moment an account is deleted.
alter table payment_customers drop constraint payment_customers_pkey;
alter table payment_customers alter column user_id drop not null;
alter table payment_customers drop constraint payment_customers_user_id_fkey;
alter table payment_customers add foreign key (user_id) references users on delete set null;
alter table payment_customers add primary key (provider, ref);
alter table payment_customers add unique (user_id, provider);

-- What nobody is left to pay, and is to be ended at the provider.
create index payment_orders_of_nobody on payment_orders (provider)
  where user_id is null and status in ('open', 'processing');
