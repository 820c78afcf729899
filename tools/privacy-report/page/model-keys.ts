/** The class of a browser that the model's tables are kept for: its family and its system. */
export function classOf(userAgent: string): string {
  return `${familyOf(userAgent)} on ${systemOf(userAgent)}`;
}

/** The browser's family, by the most particular token of its user agent. */
export function familyOf(userAgent: string): string {
  for (const [token, name, behind] of families) {
    const at = userAgent.search(token);
    if (at !== -1 && (behind === undefined || behind.test(userAgent.slice(at)))) return name;
  }
  return 'Another browser';
}

const families: readonly (readonly [token: RegExp, name: string, behind?: RegExp])[] = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Version\//, 'Safari', /Safari\//],
];

function systemOf(userAgent: string): string {
  if (/iPhone|iPad/.test(userAgent)) return 'iOS';
  if (/Android/.test(userAgent)) return 'Android';
  if (/Windows/.test(userAgent)) return 'Windows';
  if (/Mac OS X/.test(userAgent)) return 'macOS';
  if (/CrOS/.test(userAgent)) return 'ChromeOS';
  return /Linux|X11/.test(userAgent) ? 'Linux' : 'another system';
}

/** What a value is looked up by: itself where it is short, else its FNV-1a hash of 32 bits, so that the tables stay small. */
export function keyOf(value: string): string {
  if (value.length <= 20) return value;
  return `#${fnv1a(value)}`;
}

/** FNV-1a over UTF-16 code units, 32 bits, in base 36. Tells values apart; it protects nothing. */
export function fnv1a(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
