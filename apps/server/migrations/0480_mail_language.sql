-- The language in which a queued email is written: the frame around it is written when it is sent.
alter table mail_queue add column language text not null default 'en';
