-- The sandbox's payer may choose that the payment is declined.
alter table simulated_payments add column declines boolean not null default false;
