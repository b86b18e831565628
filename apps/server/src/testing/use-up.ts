import type { TestExchange } from './test-exchange.ts';

/** As if so many attempts had been made in the present window; in the next one as well, which may begin at any moment. */
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
