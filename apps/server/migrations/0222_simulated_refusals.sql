-- The sandbox's payer may choose to have the payment declined.
alter table simulated_payments add column declines boolean not null default false;
