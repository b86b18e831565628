import * as codes from '../src/vocabulary/codes.ts';
import {
  type CommandLayouts,
  type Field,
  type Flag,
  fieldName,
  firstOf,
  hasName,
  isLiteral,
  isWithin,
  type Shape,
  shapeOf,
  widthOf,
} from './command-shape.ts';
import { block, constFunction, dashed, importLine, usedIn } from './text.ts';

// Readers: bytes → CommandFields `f`.

const readFlag = (flag: Flag, byte = flag.byte): string => {
  if (flag.what === 'given') return `f.${hasName(flag.path)} = (${byte} & ${1 << flag.bit}) !== 0;`;
  const shifted = flag.bit === 0 ? byte : `(${byte} >> ${flag.bit})`;
  const value = flag.isAlone ? byte : `${shifted} & ${2 ** widthOf(flag) - 1}`;
  return `f.${flag.what === 'source' ? 'referenceSource' : fieldName(flag.path)} = ${value};`;
};

const readFlags = (flags: readonly Flag[]): string[] => {
  const [first] = flags;
  if (first.isAlone) return [readFlag(first, 'reader.byte()')];
  const told = flags.filter(({ what }) => what !== 'nonZero').map((flag) => readFlag(flag));
  return [`const ${first.byte} = reader.byte();`, ...told];
};

const isThere = ({ what, path, byte, bit }: Flag): string => {
  if (what === 'nonZero') return `(${byte} & ${1 << bit}) !== 0`;
  return what === 'given' ? `f.${hasName(path)}` : `f.${fieldName(path)} !== 0`;
};

const readField = ({ path, layout, flag }: Field): string => {
  const name = fieldName(path);
  if (layout === 'legs') return `readLegs(f.${name}, reader);`;
  if (layout === 'hash') return `readHash(f.${name}, reader);`;
  const value = isLiteral(layout) ? 'reader.byte()' : 'reader.number()';
  return `f.${name} = ${flag === undefined ? value : `${isThere(flag)} ? ${value} : 0`};`;
};

/** Resets the fields that the older form lacks. */
const resetAdded = ({ adds, flags, fields }: Shape): string[] => [
  ...flags.filter(({ path }) => adds.includes(path)).map(({ path }) => `f.${hasName(path)} = false;`),
  ...fields
    .filter(({ path }) => adds.some((outer) => isWithin(path, outer)))
    .map(({ path }) => `f.${fieldName(path)} = 0;`),
];

const reader = (shape: Shape, name: string, first: readonly string[] = []): string => {
  const hasReference = shape.flags.some(({ what }) => what === 'source');
  const lines = [
    ...shape.flagBytes.flatMap(readFlags),
    ...(hasReference ? [] : ['f.referenceSource = 0;']),
    ...first,
    ...shape.fields.map(readField),
  ];
  const parameters = lines.join().includes('reader') ? 'f: CommandFields, reader: ByteReader' : 'f: CommandFields';
  return constFunction(`${name} = (${parameters}): void`, lines);
};

// Writers: command `c` → bytes.

const writeFlag = ({ path, what, bit, otherwise }: Flag): string => {
  const shifted = (code: string) => (bit === 0 ? code : `${code} << ${bit}`);
  if (what === 'source') return shifted('sourceCode(c.reference)');
  if (what === 'yes') return `c.${path} === true ? ${1 << bit} : 0`;
  if (what === 'nonZero') return `(c.${path} ?? 0) === 0 ? 0 : ${1 << bit}`;
  if (what === 'given') return `c.${path} === undefined ? 0 : ${1 << bit}`;
  const [outer, inner] = path.split('.');
  if (inner !== undefined)
    return `c.${outer} === undefined ? 0 : ${shifted(`choiceCode(${what}, given(c.${outer}).${inner})`)}`;
  return shifted(`literalCode(${what}, c.${path}${otherwise === undefined ? '' : ` ?? '${otherwise}'`})`);
};

const writeFlags = (flags: readonly Flag[]): string[] => {
  const [{ byte }] = flags;
  const [first, ...rest] = flags.map(writeFlag);
  if (rest.length === 0) return [`writer.byte(${first});`];
  return [`let ${byte} = ${first};`, ...rest.map((flag) => `${byte} |= ${flag};`), `writer.byte(${byte});`];
};

const isWritten = ({ what, path }: Flag): string =>
  what === 'nonZero' ? `(c.${path} ?? 0) !== 0` : `c.${path.split('.')[0]} !== undefined`;

/**
 * The expression for a value. If the value is within an object, the generated code checks that the object is present.
 */
const valueIn = (path: string): string => {
  const [outer, inner] = path.split('.');
  return inner === undefined ? `c.${outer}` : `given(c.${outer}).${inner}`;
};

const writeValue = ({ path, layout, flag }: Field, isAdded: boolean): string => {
  const value = valueIn(path);
  if (layout === 'legs') return `writeLegs(writer, ${value});`;
  if (layout === 'hash') return `writeHash(writer, ${value});`;
  if (layout === 'assetCode') return `writer.number(packAssetCode(${value}));`;
  if (isLiteral(layout)) return `writer.literal(${layout}, ${value}${isAdded ? ` ?? '${firstOf(layout)}'` : ''});`;
  const mayLack = layout === 'numberOrZero' || flag?.what === 'nonZero';
  return `writer.number(${mayLack ? `${value} ?? 0` : value});`;
};

const writeField = (field: Field, adds: readonly string[]): string => {
  const isAdded = adds.includes(field.path);
  const condition = field.flag !== undefined ? isWritten(field.flag) : isAdded ? 'isLong' : undefined;
  const statement = writeValue(field, isAdded);
  return condition === undefined ? statement : `if (${condition}) ${statement}`;
};

const writeCode = ({ code, longCode, adds, flags }: Shape): string[] => {
  if (longCode === undefined) return [`writer.byte(${code});`];
  const isNeeded = (path: string) =>
    flags.some((flag) => flag.path === path) ? `c.${path} !== undefined` : `(c.${path} ?? 0) !== 0`;
  return [`const isLong = ${adds.map(isNeeded).join(' || ')};`, `writer.byte(isLong ? ${longCode} : ${code});`];
};

const writer = (shape: Shape): string => {
  const lines = [
    ...writeCode(shape),
    ...shape.flagBytes.flatMap(writeFlags),
    ...shape.fields.map((field) => writeField(field, shape.adds)),
  ];
  const command = lines.some((line) => line.includes('c.')) ? `, c: ${shape.kind}` : '';
  return constFunction(`write${shape.kind} = (writer: ByteWriter${command}): void`, lines);
};

// Converters: CommandFields `f` → command.

const tellFlag = ({ path, what }: Flag): string =>
  what === 'yes' ? `f.${fieldName(path)} === 1` : `${what}[f.${fieldName(path)}]`;

const tellField = ({ path, layout }: Field): string => {
  const name = `f.${fieldName(path)}`;
  if (layout === 'legs') return `legsOf(${name})`;
  if (layout === 'hash') return `hashOfWords(${name})`;
  if (layout === 'assetCode') return `unpackAssetCode(${name})`;
  return isLiteral(layout) ? `${layout}[${name}]` : name;
};

/** The condition under which a property is absent; undefined if it never is. */
const absence = ({ adds, flags, fields }: Shape, name: string): string | undefined => {
  const flag = flags.find(({ path }) => isWithin(path, name));
  if (flag?.otherwise === 'absent') return `f.${fieldName(flag.path)} === 0`;
  if (flag?.what === 'given') return `!f.${hasName(name)}`;
  if (flag?.what === 'nonZero' || flag?.path.includes('.')) return `f.${fieldName(flag.path)} === 0`;
  const layout = fields.find(({ path }) => path === name)?.layout ?? '';
  const isZero = layout === 'numberOrZero' || (adds.includes(name) && isLiteral(layout));
  return isZero ? `f.${name} === 0` : undefined;
};

const isTold = ({ what }: Flag): boolean => what === 'yes' || isLiteral(what);

const properties = (shape: Shape): string[] => {
  const values = [
    ...shape.flags.filter(isTold).map((flag) => [flag.path, tellFlag(flag)]),
    ...shape.fields.map((field) => [field.path, tellField(field)]),
  ];
  const names = [...new Set(values.map(([path]) => path.split('.')[0]))];
  const told = names.map((name) => {
    const inner = values.filter(([path]) => path.startsWith(`${name}.`));
    const parts = inner.map(([path, value]) => `${path.split('.')[1]}: ${value}`);
    const value = parts.length > 0 ? `{ ${parts.join(', ')} }` : values.find(([path]) => path === name)?.[1];
    const absent = absence(shape, name);
    return absent === undefined ? `${name}: ${value},` : `...(${absent} ? {} : { ${name}: ${value} }),`;
  });
  return shape.flags.some(({ what }) => what === 'source') ? [...told, '...referenceOf(f),'] : told;
};

const teller = (shape: Shape): string => {
  const { kind } = shape;
  const told = properties(shape);
  return constFunction(`to${kind} = (${told.length > 0 ? 'f: CommandFields' : ''}): ${kind}`, [
    block('const command = {', [`kind: '${kind}',`, ...told], '};'),
    `return command as ${kind};`,
  ]);
};

/** The types of fields that are ids. */
const ID_TYPES: Readonly<Record<string, string>> = {
  owner: 'OwnerId',
  by: 'OwnerId',
  fromOwner: 'OwnerId',
  toOwner: 'OwnerId',
  market: 'MarketId',
  asset: 'AssetId',
  from: 'AssetId',
  to: 'AssetId',
  base: 'AssetId',
  quote: 'AssetId',
  order: 'OrderId',
  hold: 'HoldId',
};

const zero = (name: string): string => `${name}${name in ID_TYPES ? `: ${ID_TYPES[name]}` : ''} = 0;`;

/** The fields of all commands, each listed once. */
const fieldLines = (shapes: readonly Shape[]): string[] => {
  const lines = shapes.flatMap(({ flags, fields }) => [
    ...flags.filter(isTold).map(({ path }) => `${fieldName(path)} = 0;`),
    ...flags.filter(({ what }) => what === 'given').map(({ path }) => `${hasName(path)} = false;`),
    ...fields.map(({ path, layout }) => {
      if (layout === 'legs') return `readonly ${fieldName(path)} = new Legs();`;
      return layout === 'hash' ? `readonly ${path} = new Int32Array(HASH_WORDS);` : zero(fieldName(path));
    }),
  ]);
  return [...new Set(lines)];
};

const switchOf = (on: string, cases: readonly string[], error: string): string =>
  block(`switch (${on}) {`, [...cases, 'default:', `  throw ${error};`]);

const ended = (label: string | number, ...statements: readonly string[]): string[] => [
  `case ${label}:`,
  ...[...statements, 'break;'].map((statement) => `  ${statement}`),
];

const readersOf = (shapes: readonly Shape[], layouts: CommandLayouts): string[] => {
  const readers = shapes.flatMap((shape) => {
    const { kind, longCode, adds } = shape;
    if (longCode === undefined) return [reader(shape, `read${kind}`)];
    const short = shapeOf(kind, layouts[kind], adds);
    return [reader(short, `read${kind}`, resetAdded(shape)), reader(shape, `readLong${kind}`)];
  });
  const cases = shapes.flatMap(({ kind, code, longCode, flagBytes, fields }) => {
    const isEmpty = flagBytes.length === 0 && fields.length === 0;
    const short = ended(code, `read${kind}(f${isEmpty ? '' : ', reader'});`);
    return longCode === undefined
      ? short
      : [...short, ...ended(longCode, `f.kind = ${code};`, `readLong${kind}(f, reader);`)];
  });
  return [
    ...readers,
    '/** Reads one command except the words of its reference. */',
    `export ${constFunction('readFields = (f: CommandFields, reader: ByteReader): void', [
      'f.kind = reader.byte();',
      switchOf('f.kind', cases, "new RangeError('damaged batch: unknown command code')"),
    ])}`,
  ];
};

const writersOf = (shapes: readonly Shape[]): string[] => {
  const writers = shapes.map(writer);
  const cases = shapes.flatMap(({ kind }, i) =>
    ended(`'${kind}'`, `write${kind}(writer${writers[i].includes(`c: ${kind}`) ? ', command' : ''});`),
  );
  return [
    ...writers,
    '/** Writes one command except the words of its reference. Throws UnencodableValue for one that cannot be encoded. */',
    `export ${constFunction('writeFields = (writer: ByteWriter, command: Command): void', [
      switchOf('command.kind', cases, "new UnencodableValue('malformed')"),
    ])}`,
  ];
};

const tellersOf = (shapes: readonly Shape[]): string[] => {
  const cases = shapes.flatMap((shape) => [
    `case ${shape.code}:`,
    `  return to${shape.kind}(${properties(shape).length > 0 ? 'f' : ''});`,
  ]);
  return [
    ...shapes.map(teller),
    '/** The decoded command as an object. Optional properties that have their default value may be absent. */',
    `export ${constFunction('toCommand = (f: CommandFields): Command', [
      switchOf('f.kind', cases, "new RangeError('unknown command code')"),
    ])}`,
  ];
};

const FIELDS = `/**
 * One decoded command, its literals as numbers (codes.ts). A single instance is reused for every command of a batch, so
 * that decoding allocates nothing; fields that a kind does not have keep their old values.
 */`;

const PARTS = [
  'choiceCode',
  'given',
  'Legs',
  'legsOf',
  'ReferenceFields',
  'readHash',
  'readLegs',
  'referenceOf',
  'sourceCode',
  'writeHash',
  'writeLegs',
];

/** The codec of all commands as straight-line code, as it would be written by hand for each layout. */
export const generateCommands = (layouts: CommandLayouts): string => {
  const shapes = Object.entries(layouts).map(([kind, layout]) => shapeOf(kind, layout));
  const used = shapes.flatMap(({ code, longCode }) => (longCode === undefined ? [code] : [code, longCode]));
  if (new Set(used).size !== used.length) throw new Error('two commands have the same code');
  const codeLines = shapes.map(({ kind, code }) => `${kind}: ${code},`);
  const body = [
    block('export const commandCode = {', codeLines, '} as const;\n'),
    FIELDS,
    block('export class CommandFields extends ReferenceFields {', ['kind = 0;', ...fieldLines(shapes)], '}\n'),
    ...readersOf(shapes, layouts),
    ...writersOf(shapes),
    ...tellersOf(shapes),
  ].join('\n');
  const imports = [['Command', 'all'], ...shapes.map(({ kind }) => [kind, dashed(kind)])]
    .sort(([, a], [, b]) => (a < b ? -1 : 1))
    .map(([type, file]) => `import type { ${type} } from '../commands/${file}.ts';`);
  return [
    '// Written by `npm run docs` from the layouts in commands: change those instead.',
    '',
    ...imports,
    importLine(usedIn(body, Object.keys(codes)), '../vocabulary/codes.ts'),
    importLine([...new Set(Object.values(ID_TYPES))], '../vocabulary/terms.ts').replace('import {', 'import type {'),
    "import type { ByteReader } from './byte-reader.ts';",
    "import { type ByteWriter, literalCode, UnencodableValue } from './byte-writer.ts';",
    importLine(usedIn(body, PARTS), './command-parts.ts'),
    '',
    body,
  ].join('\n');
};
