/** The part of JSON Schema that the contract uses. */
export interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema | readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

const widestLine = 110;

/** A schema as a TypeScript type, which is a tenth as long as the JSON Schema. */
export function schemaText(schema: JsonSchema, indent = ''): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((word) => `'${word}'`).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map((part) => schemaText(part, indent)).join(' | ');
  if (schema.type === 'array') return arrayText(schema, indent);
  if (schema.type === 'object') return objectText(schema, indent);
  return schema.type === 'integer' ? 'number' : (schema.type ?? 'unknown');
}

function arrayText({ items = {} }: JsonSchema, indent: string): string {
  if (Array.isArray(items)) return `[${items.map((item: JsonSchema) => schemaText(item, indent)).join(', ')}]`;
  const item = schemaText(items as JsonSchema, indent);
  return / \| /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
}

function objectText(schema: JsonSchema, indent: string): string {
  const [map] = Object.values(schema.patternProperties ?? {});
  if (map !== undefined) return `{ [name: string]: ${schemaText(map, indent)} }`;
  const inner = `${indent}  `;
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => `${name}${schema.required?.includes(name) ? '' : '?'}: ${schemaText(field, inner)}`,
  );
  const oneLine = `{ ${fields.join('; ')} }`;
  if (fields.length === 0) return '{}';
  if (indent.length + oneLine.length <= widestLine && !oneLine.includes('\n')) return oneLine;
  return `{\n${fields.map((field) => `${inner}${field};`).join('\n')}\n${indent}}`;
}

/** The bounds of one field in words: `1 to 100`, `at most 32 characters`, `such as 0.015`. */
export function boundsText(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength } = schema;
  const parts: string[] = [];
  if (minimum !== undefined && maximum !== undefined) parts.push(`${minimum} to ${maximum}`);
  else if (minimum !== undefined) parts.push(`at least ${minimum}`);
  else if (maximum !== undefined) parts.push(`at most ${maximum}`);
  if (minLength !== undefined && maxLength !== undefined) parts.push(`${minLength} to ${maxLength} characters`);
  else if (maxLength !== undefined) parts.push(`at most ${maxLength} characters`);
  if (schema.pattern !== undefined) parts.push(`matches \`${schema.pattern.replaceAll('|', '\\|')}\``);
  if (schema.default !== undefined) parts.push(`${schema.default} if omitted`);
  if (schema.examples?.[0] !== undefined) parts.push(`such as \`${schema.examples[0]}\``);
  if (schema.description !== undefined) parts.push(schema.description);
  return parts.join('; ');
}
