-- Renames to the names used in the code.
alter table kept_letters rename to mail_queue;
alter table mail_queue rename column letter_id to mail_id;
alter table mail_queue rename column kept_at to queued_at;
alter table mail_queue rename constraint kept_letters_pkey to mail_queue_pkey;
alter table mail_queue rename constraint kept_letters_owner_fkey to mail_queue_owner_fkey;
alter table mail_queue rename constraint kept_letters_one_reader to mail_queue_one_reader;
alter sequence kept_letters_letter_id_seq rename to mail_queue_mail_id_seq;

alter table news rename column told_to to notified_to;
alter table news rename column told_count to notified_count;
alter table news rename column told_at to notified_at;
alter table payment_concerns rename column told_ms to reported_ms;

alter trigger chain_deposit_told on chain_deposits rename to chain_deposit_changed;
alter function tell_chain_deposit() rename to announce_chain_deposit;
alter trigger internal_transfer_told on internal_transfers rename to internal_transfer_added;
alter function tell_internal_transfer() rename to announce_internal_transfer;

update attempt_window set subject = 'account_mails' || substr(subject, length('account_letters') + 1)
where subject like 'account\_letters:%';
