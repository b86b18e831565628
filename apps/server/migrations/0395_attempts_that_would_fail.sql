-- How many attempts found that the payment would fail: only these let it be given up, not a signer that is down.
alter table outgoing_payments add column would_fail_attempts integer not null default 0;
update outgoing_payments set would_fail_attempts = attempts where starts_with(problem, 'the payment would fail: ');
