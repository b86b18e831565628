-- Whether the request was sent without a session and from a browser with which the client with this email address has
-- not signed in.
alter table visitor_request add column is_stranger boolean not null default true;
