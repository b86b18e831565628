-- The subject of a client's message, as given by the client: a topic, and the page or record from which it was written.
alter table support_message add column topic text, add column about jsonb;
alter table support_thread add column topic text;

-- The newest operator message delivered to one of the client's pages.
alter table support_thread add column delivered_id bigint not null default 0;
drop trigger support_thread_changed on support_thread;
create trigger support_thread_changed after update on support_thread for each row
  when ((new.state, new.assigned_to, new.read_id, new.seen_id, new.delivered_id)
    is distinct from (old.state, old.assigned_to, old.read_id, old.seen_id, old.delivered_id))
  execute function announce_support_thread();

-- Index of the answers of recent days, to compute how long clients usually wait.
create index support_message_answers on support_message (at) where staff_id is not null;
