/** What a user agent says of itself. It is the client's word, not a fact. */
export type UserAgent = { readonly browser: string; readonly system: string; readonly device: 'Computer' | 'Phone' | 'Tablet' | 'Program' };

// In the order in which they must be asked: each later one is also named by the earlier ones' texts.
const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\//],
];

const systems: readonly (readonly [string, RegExp])[] = [
  ['iPadOS', /\biPad\b/],
  ['iOS', /\b(?:iPhone|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows NT\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\b(?:Linux|X11)\b/],
];

/** Reads the browser with its main version, the system and the kind of device; a program is named by its own first word. */
export function parseUserAgent(text: string): UserAgent {
  const browser = browsers.map(([name, pattern]) => [name, pattern.exec(text)?.[1]] as const).find(([, version]) => version !== undefined);
  const system = systems.find(([, pattern]) => pattern.test(text))?.[0] ?? 'Unknown system';
  if (browser === undefined) {
    const program = /^([A-Za-z][\w.-]{0,40})(?:\/(\d[\w.]{0,15}))?/.exec(text);
    const name = program === null ? 'Unknown program' : [program[1], program[2]].filter(Boolean).join(' ');
    return { browser: name, system, device: 'Program' };
  }
  const isTablet = system === 'iPadOS' || (system === 'Android' && !/\bMobile\b/.test(text));
  const device = isTablet ? 'Tablet' : system === 'iOS' || system === 'Android' ? 'Phone' : 'Computer';
  return { browser: `${browser[0]} ${browser[1]}`, system, device };
}
