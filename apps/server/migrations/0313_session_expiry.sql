-- Sessions that ended long ago are found and removed.
create index session_expires_at on session (expires_at);
