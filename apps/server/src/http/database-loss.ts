/** Codes of Postgres and of the system that say that the database cannot be asked right now. */
const lossCodes = /^(08...|57P0.|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/;
const lossMessages =
  /connection terminated|timeout exceeded when trying to connect|not currently accepting connections/i;

/** Whether an error comes from a database that is out of reach, whatever it is wrapped in. */
export function isDatabaseLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && lossCodes.test(code)) return true;
  return lossMessages.test(error.message) || isDatabaseLoss(error.cause);
}
