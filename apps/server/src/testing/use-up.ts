import type { TestExchange } from './test-exchange.ts';

/** Records this many attempts in the current window and in the next one, which may begin at any moment. */
export const useUp = (
  exchange: TestExchange,
  limit: string,
  subject: string,
  { attempts, windowSeconds }: { readonly attempts: number; readonly windowSeconds: number },
) =>
  exchange.query(
    `insert into attempt_window (subject, window_start, attempts)
     select $1, to_timestamp((floor(extract(epoch from now()) / $3) + n) * $3), $2 from generate_series(0, 1) n
     on conflict (subject, window_start) do update set attempts = $2`,
    [`${limit}:${subject}`, attempts, windowSeconds],
  );
