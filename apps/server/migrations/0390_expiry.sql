-- Codes and counters of attempts that are no longer needed are found and removed.
create index one_time_code_expiry on one_time_code (expires_at);
create index attempt_window_start on attempt_window (window_start);
