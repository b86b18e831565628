import { ApiError } from '../../../lib/api.ts';

/** If the rate limit asks for a longer wait, there is no retry: the error says how long to wait. */
const MOST_SECONDS = 10;

/** Runs `send`; if the rate limit asks for a wait of a few seconds, waits and runs it once more. */
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
