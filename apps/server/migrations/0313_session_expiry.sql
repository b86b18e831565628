-- Index for finding and removing sessions that ended long ago.
create index session_expires_at on session (expires_at);
