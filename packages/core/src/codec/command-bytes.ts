import type { Command } from '../commands/all.ts';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { contentHash, contentHashHigh } from './content-hash.ts';
import { type CommandFields, readFields, writeFields } from './generated-commands.ts';

/** Appends one command. If it cannot be encoded, throws UnencodableValue and writes nothing. */
export const writeCommand = (writer: ByteWriter, command: Command): void => {
  const start = writer.length;
  try {
    writeFields(writer, command);
    if ('reference' in command && command.reference !== undefined)
      for (const word of command.reference.words) writer.word(word);
  } catch (error) {
    writer.truncate(start);
    throw error;
  }
};

/** Reads one command. If it has a reference, reads that as well and hashes the content, which is all other bytes. */
export const readCommand = (fields: CommandFields, reader: ByteReader): void => {
  const start = reader.position;
  readFields(fields, reader);
  if (fields.referenceSource === 0) return;
  fields.contentLow = contentHash(reader.view, start, reader.position);
  fields.contentHigh = contentHashHigh();
  fields.word0 = reader.word();
  fields.word1 = reader.word();
  fields.word2 = reader.word();
  fields.word3 = reader.word();
};
