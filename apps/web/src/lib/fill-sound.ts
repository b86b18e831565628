import { useEffect } from 'react';
import type { OwnState } from './own-state.ts';
import { currentPreferences } from './preferences.ts';

type Side = 'BUY' | 'SELL';

/** Two notes, rising for a buy and falling for a sell. */
const NOTES_HZ: Readonly<Record<Side, readonly [number, number]>> = { BUY: [587, 880], SELL: [880, 587] };
const NOTE_S = 0.12;
const FADE_S = 0.35;
const LOUDNESS = 0.12;
/** The minimum time in seconds between two sounds, so that an order with many partial fills sounds only once. */
const PAUSE_S = 0.5;

let context: AudioContext | undefined;
let lastAt = -PAUSE_S;

export function playFill(side: Side): void {
  // Browsers mute a page until the first click, at which all pending sounds would play together.
  if (!navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume();
  const now = context.currentTime;
  if (now - lastAt < PAUSE_S) return;
  lastAt = now;
  for (const [index, hz] of NOTES_HZ[side].entries()) playNote(context, hz, now + index * NOTE_S);
}

function playNote(output: AudioContext, hz: number, atS: number): void {
  const volume = new GainNode(output, { gain: LOUDNESS });
  volume.gain.setValueAtTime(LOUDNESS, atS);
  // Without fading out, the sound would end with an audible click.
  volume.gain.exponentialRampToValueAtTime(0.0001, atS + FADE_S);
  const note = new OscillatorNode(output, { frequency: hz });
  note.connect(volume).connect(output.destination);
  note.start(atS);
  note.stop(atS + FADE_S);
}

/** Plays a sound on fills, if the client has turned it on. */
export const useFillSound = (own: OwnState): void =>
  useEffect(
    () =>
      own.onFilled((side) => {
        if (currentPreferences().sounds) playFill(side);
      }),
    [own],
  );
