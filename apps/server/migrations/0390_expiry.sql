-- Index for finding and removing expired codes and attempt counters.
create index one_time_code_expiry on one_time_code (expires_at);
create index attempt_window_start on attempt_window (window_start);
