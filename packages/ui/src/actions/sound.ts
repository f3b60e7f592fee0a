/** A short sound, for whoever switched sounds on. */

/** Hertz, one after the other. */
const NOTES = [660, 880] as const;
const NOTE_S = 0.09;
const LOUDNESS = 0.06;

let isOn = false;
let player: AudioContext | undefined;

/** Switched off, as at first, nothing sounds. */
export const setSounds = (on: boolean): void => {
  isOn = on;
};

/** Two rising notes: an order was taken. Where a browser lets nothing sound it is silent. */
export function sound(): void {
  if (!isOn || typeof AudioContext === 'undefined') return;
  player ??= new AudioContext();
  const { currentTime, destination } = player;
  for (const [index, hertz] of NOTES.entries()) {
    const note = player.createOscillator();
    const loudness = player.createGain();
    const start = currentTime + index * NOTE_S;
    note.frequency.value = hertz;
    loudness.gain.setValueAtTime(LOUDNESS, start);
    loudness.gain.linearRampToValueAtTime(0, start + NOTE_S);
    note.connect(loudness).connect(destination);
    note.start(start);
    note.stop(start + NOTE_S);
  }
}
