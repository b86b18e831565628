import type { CommandLayout, FieldLayout, FlagLayout } from '../src/codec/layout.ts';
import * as codes from '../src/vocabulary/codes.ts';
import { capital } from './text.ts';

/** The layout of any command. */
interface AnyLayout extends Pick<CommandLayout<never>, 'code'> {
  readonly longForm?: { readonly code: number; readonly adds: readonly string[] };
  readonly flags?: readonly { readonly [path: string]: FlagLayout }[];
  readonly fields: { readonly [path: string]: FieldLayout };
}

export type CommandLayouts = Readonly<Record<string, AnyLayout>>;

/** The bits that a field occupies in a byte of flags. */
export interface Flag {
  readonly path: string;
  readonly what: FlagLayout[0];
  readonly bit: number;
  readonly otherwise: string | undefined;
  /** The name of the variable into which the flag's byte is read. */
  readonly byte: string;
  /** Whether this flag is the only one in its byte. */
  readonly isAlone: boolean;
}

export interface Field {
  readonly path: string;
  readonly layout: FieldLayout;
  /** The flag that says whether the field is present; undefined for a required field. */
  readonly flag: Flag | undefined;
}

/** One encoding of a command (see `longForm`), with its layout and paths resolved. */
export interface Shape {
  readonly kind: string;
  readonly code: number;
  readonly longCode: number | undefined;
  /** Paths of the fields that only the long form has. */
  readonly adds: readonly string[];
  readonly flagBytes: readonly (readonly Flag[])[];
  readonly flags: readonly Flag[];
  readonly fields: readonly Field[];
}

/** `from.owner` → `fromOwner`: the name in CommandFields. */
export const fieldName = (path: string): string => path.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The name of the property in CommandFields that records whether the field is present. */
export const hasName = (path: string): string => `has${capital(fieldName(path))}`;

export const isWithin = (path: string, outer: string): boolean => path === outer || path.startsWith(`${outer}.`);

export const isLiteral = (what: string): boolean => Object.hasOwn(codes, what);

/** The first literal of a list: in a field that only the long form has, it means that the field is absent. */
export const firstOf = (what: string): string => (codes as unknown as Record<string, readonly string[]>)[what][0];

/** The number of bits that the flag occupies. */
export const widthOf = ({ what }: Flag): number => {
  if (what === 'source') return widthFor(codes.referenceSources);
  return isLiteral(what) ? widthFor((codes as unknown as Record<string, readonly string[]>)[what]) : 1;
};

const widthFor = ({ length }: readonly string[]): number => Math.ceil(Math.log2(length));

/** The encoding with all fields, or without some of them. */
export const shapeOf = (kind: string, layout: AnyLayout, without: readonly string[] = []): Shape => {
  const isLeft = ([path]: readonly [string, unknown]) => !without.some((outer) => isWithin(path, outer));
  const flagBytes = (layout.flags ?? []).map((byte, i) => flagsOf(Object.entries(byte).filter(isLeft), i));
  const flags = flagBytes.flat();
  const fields = Object.entries(layout.fields)
    .filter(isLeft)
    .map(([path, field]) => ({ path, layout: field, flag: flagOf(path, flags) }));
  const { code, longForm } = layout;
  return { kind, code, longCode: longForm?.code, adds: longForm?.adds ?? [], flagBytes, flags, fields };
};

const flagsOf = (entries: readonly [string, FlagLayout][], byte: number): Flag[] =>
  entries.map(([path, [what, bit, otherwise]]) => ({
    path,
    what,
    bit,
    otherwise,
    byte: byte === 0 ? 'flags' : 'more',
    isAlone: entries.length === 1 && bit === 0,
  }));

/**
 * The flag of a field: for `units` its own flag, for `use.valueUnits` the flag of `use`, for `trigger.ticks` that of
 * `trigger.kind`.
 */
const flagOf = (path: string, flags: readonly Flag[]): Flag | undefined => {
  const [outer] = path.split('.');
  return flags.find((flag) => isWithin(path, flag.path) || isWithin(flag.path, outer));
};
