import { ApiError } from '../../../lib/api.ts';

/** The longest wait before a retry; if the rate limit requires a longer one, the error says how long to wait. */
const MOST_SECONDS = 10;

/** Runs `send`; if it is rate-limited for a few seconds only, waits and runs it once more. */
export async function waitForTurn<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    const seconds = error instanceof ApiError && error.code === 'too_many_requests' ? waitOf(error) : undefined;
    if (seconds === undefined || seconds > MOST_SECONDS) throw error;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    return send();
  }
}

const waitOf = ({ parameters }: ApiError): number | undefined => {
  const seconds = Number(parameters?.seconds);
  return seconds > 0 ? seconds : undefined;
};
