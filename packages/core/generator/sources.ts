import { eventLayouts } from '../src/codec/event-layouts.ts';
import { commandKinds } from '../src/commands/all.ts';
import { generateCommands } from './generate-commands.ts';
import { generateEvents } from './generate-events.ts';

/** The files generated from the layouts: path within the package → text. */
export const generatedSources = (): Readonly<Record<string, string>> => ({
  'src/codec/generated-commands.ts': generateCommands(commandKinds),
  'src/codec/generated-events.ts': generateEvents(eventLayouts),
});
