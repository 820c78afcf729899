/** The first that fits names it: browsers call themselves by their forerunners' names too. */
const browsers = [
  { sign: /Edg(?:A|iOS)?\/(\d+)/, name: 'Edge' },
  { sign: /OPR\/(\d+)/, name: 'Opera' },
  { sign: /(?:Firefox|FxiOS)\/(\d+)/, name: 'Firefox' },
  { sign: /(?:Headless)?(?:Chrome|CriOS)\/(\d+)/, name: 'Chrome' },
  { sign: /Version\/(\d+).*Safari\//, name: 'Safari' },
] as const;

const systems = [
  { sign: /iPhone/, name: 'iPhone' },
  { sign: /iPad/, name: 'iPad' },
  { sign: /Android/, name: 'Android' },
  { sign: /Windows/, name: 'Windows' },
  { sign: /Mac OS X|Macintosh/, name: 'macOS' },
  { sign: /CrOS/, name: 'ChromeOS' },
  { sign: /Linux/, name: 'Linux' },
] as const;

/** The same with the day on which it became known, which tells two of one kind apart: `Firefox 148 on Windows, since 27 Nov 2026`. */
export function datedDeviceLabel(userAgent: string, nowMs: number): string {
  const day = new Date(nowMs).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
  return `${deviceLabelOf(userAgent)}, since ${day}`;
}

/** What a device is called in the list of ways in, from what its browser says of itself: `Firefox 148 on Windows`. */
export function deviceLabelOf(userAgent: string): string {
  const browser = browsers.find(({ sign }) => sign.test(userAgent));
  const version = browser?.sign.exec(userAgent)?.[1];
  const system = systems.find(({ sign }) => sign.test(userAgent));
  if (browser === undefined && system === undefined) return userAgent.slice(0, 60);
  return `${browser === undefined ? 'A browser' : `${browser.name} ${version}`} on ${system?.name ?? 'another system'}`;
}
