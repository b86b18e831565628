import pino from 'pino';

const SUM_MS = 1_000;
const WARN = 40;
const FATAL = 60;

type Arguments = Parameters<pino.LogFn>;

interface Line {
  /** How often the line has occurred since it was last written. */
  repeats: number;
  last: Arguments;
}

/**
 * The server's own log. A repeated warning or error is written at most once a second, because during an outage, one
 * line per request would fill the disk. The field `repeated` says how often the line has occurred since it was last
 * written.
 */
export function openServerLog(level: pino.LevelWithSilent, destination?: pino.DestinationStream): pino.Logger {
  const lines = new Map<string, Line>();
  const logMethod = function (this: pino.Logger, given: Arguments, method: pino.LogFn, severity: number): void {
    if (severity < WARN || severity >= FATAL) {
      method.apply(this, given);
      return;
    }
    const key = `${severity} ${keyOf(given)}`;
    const known = lines.get(key);
    if (known !== undefined) {
      known.repeats += 1;
      known.last = given;
      return;
    }
    const line = { repeats: 0, last: given };
    lines.set(key, line);
    method.apply(this, given);
    const timer = setInterval(() => {
      if (line.repeats === 0) {
        clearInterval(timer);
        lines.delete(key);
        return;
      }
      method.apply(this, withRepeats(line));
      line.repeats = 0;
    }, SUM_MS);
    timer.unref();
  };
  return pino({ level, base: null, hooks: { logMethod }, serializers: { err: withoutValues } }, destination);
}

/**
 * Fields of an error that are not logged, because Postgres repeats values of a row in them, such as an email address.
 */
const valued = new Set(['detail', 'where', 'internalQuery', 'parameters']);

function withoutValues(error: Error): unknown {
  const serialized = pino.stdSerializers.err(error);
  if (!(error instanceof Error)) return serialized;
  return Object.fromEntries(Object.entries(serialized).filter(([name]) => !valued.has(name)));
}

/**
 * The key by which lines are compared: two lines are the same if their message and error are; their requests may
 * differ.
 */
function keyOf([fields, message]: Arguments): string {
  if (typeof fields !== 'object' || fields === null) return String(fields);
  const { err } = fields as { err?: unknown };
  return `${message} ${err instanceof Error ? err.message : String(err)}`;
}

function withRepeats({ repeats, last: [fields, ...rest] }: Line): Arguments {
  if (typeof fields !== 'object' || fields === null) return [{ repeated: repeats }, String(fields)] as never;
  return [{ ...fields, repeated: repeats }, ...rest] as never;
}
