/**
 * Postgres error codes for a database that cannot serve at the moment: the connection broke; it is starting or
 * stopping; it ran out of disk space, memory or connections; a file is damaged or could not be read or written; the
 * file system became read-only; or a statement or transaction took too long.
 */
const postgresCodes = /^(08...|25006|25P03|53...|57014|57P0.|58...|XX00[12])$/;
/** System error codes for a database that cannot be reached. */
const systemCodes = /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN)$/;
const driverMessages =
  /connection terminated|is not queryable|query read timeout|^timeout expired$|timeout exceeded when trying to connect|not currently accepting connections/i;

/** Whether the error, or one of its causes, comes from a database that is unreachable or cannot serve. */
export function isDatabaseLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  if (typeof code === 'string' && (postgresCodes.test(code) || systemCodes.test(code))) return true;
  // Postgres ends the session after an error of these severities.
  if (severity === 'FATAL' || severity === 'PANIC') return true;
  return driverMessages.test(error.message) || isDatabaseLoss(error.cause);
}
