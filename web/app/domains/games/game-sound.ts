/** The sounds there are. */
export type SoundName =
  | 'eat'
  | 'crash'
  | 'filled'
  | 'strike'
  | 'hit'
  | 'lost'
  | 'saucer'
  | 'extra'
  | 'march0'
  | 'march1'
  | 'march2'
  | 'march3';

/** One tone that slides from a pitch to another, in hertz, and dies away. */
type Tone = { readonly shape: OscillatorType; readonly from: number; readonly to: number; readonly ms: number; readonly loudness: number };

const tones: Readonly<Record<SoundName, Tone>> = {
  eat: { shape: 'triangle', from: 520, to: 880, ms: 90, loudness: 0.16 },
  crash: { shape: 'sawtooth', from: 160, to: 50, ms: 320, loudness: 0.14 },
  filled: { shape: 'triangle', from: 440, to: 1320, ms: 700, loudness: 0.18 },
  strike: { shape: 'square', from: 980, to: 240, ms: 130, loudness: 0.05 },
  hit: { shape: 'sawtooth', from: 420, to: 90, ms: 140, loudness: 0.09 },
  lost: { shape: 'sawtooth', from: 220, to: 40, ms: 700, loudness: 0.14 },
  saucer: { shape: 'sine', from: 620, to: 780, ms: 160, loudness: 0.08 },
  extra: { shape: 'triangle', from: 660, to: 1320, ms: 420, loudness: 0.16 },
  march0: { shape: 'triangle', from: 110, to: 104, ms: 70, loudness: 0.2 },
  march1: { shape: 'triangle', from: 98, to: 92, ms: 70, loudness: 0.2 },
  march2: { shape: 'triangle', from: 87, to: 82, ms: 70, loudness: 0.2 },
  march3: { shape: 'triangle', from: 82, to: 78, ms: 70, loudness: 0.2 },
};

/** Plays sounds from its first one on; a browser allows that after a press. */
export type GameSound = { readonly play: (name: SoundName) => void; readonly end: () => void };

/** Sounds made by the browser itself: nothing is fetched. */
export function openGameSound(): GameSound {
  let context: AudioContext | undefined;
  return {
    play: (name) => {
      context ??= new AudioContext();
      playTone(context, tones[name]);
    },
    end: () => void context?.close(),
  };
}

function playTone(context: AudioContext, { shape, from, to, ms, loudness }: Tone): void {
  const now = context.currentTime;
  const end = now + ms / 1000;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = shape;
  oscillator.frequency.setValueAtTime(from, now);
  oscillator.frequency.exponentialRampToValueAtTime(to, end);
  gain.gain.setValueAtTime(loudness, now);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(now);
  oscillator.stop(end);
}
