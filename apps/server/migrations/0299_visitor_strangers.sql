-- Whether it came from neither a session nor a browser that the client of this e-mail address has signed in with.
alter table visitor_request add column is_stranger boolean not null default true;
