import { createHash } from 'node:crypto';
import { timeMs } from '@vitrine/money';
import { type Command, CommandBatch, Core, type CoreEvent, EventBuffer, UnencodableValue } from '../src/index.ts';

const HEADER_BYTES = 5;
const HEADER_WORDS = 4;
const TIME = timeMs(1_700_000_000_000);

/** The outcome of one command of a log. */
interface Entry {
  readonly command: Command;
  /** The command's bytes in a batch. */
  readonly bytes: string;
  /** The command as it is read back from its bytes. */
  readonly read: Command | undefined;
  /** The words of the command's events in the buffer. */
  readonly words: readonly number[];
  readonly events: readonly CoreEvent[];
  /**
   * The outcomes if one field is wrong, for each field in turn, and then if two fields are wrong, for each pair:
   * written (-), malformed (m) or exceeds_range (e).
   */
  readonly wrong: string;
}

export interface GoldenBytes {
  readonly entries: readonly Entry[];
  /** The state at the end of the log. */
  readonly state: { readonly stateHash: string; readonly snapshotHash: string };
}

/** Everything about these commands that other releases must be able to read. */
export const goldenBytes = (commands: readonly Command[]): GoldenBytes => {
  const core = new Core();
  const entries = commands.map((command): Entry => {
    const batch = new CommandBatch();
    batch.push(command);
    const bytes = Buffer.from(batch.toBytes().subarray(HEADER_BYTES)).toString('hex');
    const events = new EventBuffer();
    core.applyBatch(batch, TIME, events);
    const copy = new Float64Array(EventBuffer.fromBytes(events.toBytes()).toBytes().buffer);
    const [read] = batch.commands();
    return {
      command,
      bytes,
      read,
      words: [...copy.subarray(HEADER_WORDS, -1)],
      events: events.eventsOf(0),
      wrong: wrongValues(command),
    };
  });
  const columns = JSON.stringify(core.takeSnapshot(), (_key, value) =>
    ArrayBuffer.isView(value) ? [...plain(value)] : value,
  );
  return {
    entries,
    state: { stateHash: core.stateHash(), snapshotHash: createHash('sha256').update(columns).digest('hex') },
  };
};

const plain = (view: ArrayBufferView): Iterable<number> => view as Float64Array;

type Path = readonly (string | number)[];

const pathsOf = (value: unknown, path: Path = []): Path[] => {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]));
};

const changed = (value: unknown, [key, ...rest]: Path, wrong: unknown): unknown => {
  if (key === undefined) return wrong;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  copy[key] = changed(copy[key], rest, wrong);
  return copy;
};

const outcome = (command: unknown): string => {
  try {
    new CommandBatch().push(command as Command);
    return '-';
  } catch (error) {
    if (error instanceof UnencodableValue) return error.refusal.charAt(0);
    throw error;
  }
};

/**
 * The outcomes of the command with one wrong field, and then with two: the refusal shows which of the two fields is
 * written first.
 */
const wrongValues = (command: Command): string => {
  const paths = pathsOf(command).filter(([key]) => key !== 'kind');
  const alone = paths.flatMap((path) => [-1, 1.5, 'x', 2 ** 60].map((wrong) => outcome(changed(command, path, wrong))));
  const pairs = paths.flatMap((path) =>
    paths.map((other) => outcome(changed(changed(command, path, 2 ** 60), other, -1))),
  );
  return [...alone, ...pairs].join('');
};
