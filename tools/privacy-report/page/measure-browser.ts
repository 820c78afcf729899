import type { Measured } from './attributes.ts';
import { measureAudio, measureCanvas, measureFonts, measureGraphics, withheld } from './measure-drawings.ts';
import { classOf, fnv1a } from './model-keys.ts';

/** Reads the 25 attributes once. Values are spelled as the model's (`scripts/privacy-model.ts`). Sends nothing. */
export async function measureBrowser(fontNames: readonly string[]): Promise<Measured> {
  // What not every browser has, or the types do not know.
  const deviceMemory: unknown = Reflect.get(navigator, 'deviceMemory');
  const globalPrivacyControl: unknown = Reflect.get(navigator, 'globalPrivacyControl');
  const { doNotTrack } = navigator;
  const [renderer, limits] = attempt(measureGraphics, [withheld, withheld]);
  const [audio, architecture, devices, voices] = await Promise.all([
    measureAudio().catch(() => withheld),
    readArchitecture().catch(() => withheld),
    countDevices().catch(() => withheld),
    readVoices(),
  ]);
  return {
    browser: classOf(navigator.userAgent),
    platform: navigator.platform || 'none',
    engine: `${navigator.vendor || 'none'} ${navigator.productSub || 'none'}`,
    languages: navigator.languages.join(', ') || 'none',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    plugins: Array.from(navigator.plugins, ({ name }) => name).join(', ') || 'none',
    dnt: doNotTrack === null || doNotTrack === undefined || doNotTrack === 'unspecified' ? 'none' : doNotTrack,
    gpc: globalPrivacyControl === true || globalPrivacyControl === '1' ? 'on' : 'off',
    preferences: readPreferences(),
    architecture,
    cores: String(navigator.hardwareConcurrency ?? 'none'),
    memory: String(deviceMemory ?? 'none'),
    touch: String(navigator.maxTouchPoints),
    devices,
    size: `${screen.width} × ${screen.height}`,
    available: `${screen.width - screen.availWidth} × ${screen.height - screen.availHeight}`,
    depth: String(screen.colorDepth),
    ratio: String(Math.round(window.devicePixelRatio * 1000) / 1000),
    renderer,
    limits,
    canvas: attempt(measureCanvas, withheld),
    audio,
    formats: readFormats(),
    fonts: attempt(() => measureFonts(fontNames), withheld),
    voices,
  };
}

function attempt<Value>(read: () => Value, instead: Value): Value {
  try {
    return read();
  } catch {
    // A browser that protects its visitor may throw; that it withholds is the finding.
    return instead;
  }
}

/** `x86 64`, from the client hints that only a script can ask for; `none` where the browser has none. */
async function readArchitecture(): Promise<string> {
  const source: unknown = Reflect.get(navigator, 'userAgentData');
  if (typeof source !== 'object' || source === null) return 'none';
  const ask: unknown = Reflect.get(source, 'getHighEntropyValues');
  if (typeof ask !== 'function') return 'none';
  const hints: unknown = await ask.call(source, ['architecture', 'bitness']);
  const read = (name: string) => (typeof hints === 'object' && hints !== null ? Reflect.get(hints, name) : undefined) || '-';
  return `${read('architecture')} ${read('bitness')}`;
}

/** How many of each, as any page is told without asking for the microphone. */
async function countDevices(): Promise<string> {
  if (navigator.mediaDevices === undefined) return 'none';
  const found = await navigator.mediaDevices.enumerateDevices();
  return (['audiooutput', 'audioinput', 'videoinput'] as const).map((kind) => found.filter((one) => one.kind === kind).length).join(' / ');
}

function readPreferences(): string {
  const wants = (query: string) => window.matchMedia(query).matches;
  return [
    wants('(prefers-color-scheme: dark)') ? 'dark' : 'light',
    wants('(prefers-contrast: more)') ? 'more contrast' : 'usual contrast',
    wants('(prefers-reduced-motion: reduce)') ? 'less motion' : 'motion',
    wants('(forced-colors: active)') ? 'forced colours' : undefined,
    wants('(color-gamut: p3)') ? 'wide gamut' : undefined,
  ]
    .filter((word) => word !== undefined)
    .join(', ');
}

/** Browsers name their voices only after they were asked once; waits for that at most 200 ms. */
async function readVoices(): Promise<string> {
  if (typeof speechSynthesis === 'undefined') return 'none';
  if (speechSynthesis.getVoices().length === 0)
    await new Promise((resolve) => {
      speechSynthesis.addEventListener('voiceschanged', resolve, { once: true });
      setTimeout(resolve, 200);
    });
  const voices = speechSynthesis.getVoices();
  return voices.length === 0 ? 'none' : `${voices.length} voices, ${fnv1a(voices.map(({ name, lang }) => `${name} ${lang}`).join(';'))}`;
}

const sounds = {
  ogg: 'audio/ogg; codecs="vorbis"',
  mp3: 'audio/mpeg;',
  wav: 'audio/wav; codecs="1"',
  m4a: 'audio/x-m4a;',
  aac: 'audio/aac;',
} as const;
const films = {
  ogg: 'video/ogg; codecs="theora"',
  h264: 'video/mp4; codecs="avc1.42E01E"',
  webm: 'video/webm; codecs="vp8, vorbis"',
} as const;

function readFormats(): string {
  const spell = (player: HTMLMediaElement, types: Readonly<Record<string, string>>) =>
    Object.entries(types)
      .map(([name, type]) => `${name} ${player.canPlayType(type) || 'no'}`)
      .join(', ');
  return `${spell(document.createElement('audio'), sounds)}; ${spell(document.createElement('video'), films)}`;
}
