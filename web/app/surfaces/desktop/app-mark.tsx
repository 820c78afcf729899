import { appIcons } from './app-icons.ts';
import type { DesktopApp } from './desktop-apps.ts';

/** The drawing of an app, on a plate whose engraved edge its path decides. */
export function AppMark({ app: { path, icon } }: { readonly app: Pick<DesktopApp, 'path' | 'icon'> }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className="desktop-mark">
      {rosette(path).map((d) => (
        <path key={d} d={d} className="desktop-mark-edge" />
      ))}
      <path d={appIcons[icon]} transform="translate(17 17) scale(0.117)" className="desktop-mark-sign" />
    </svg>
  );
}

/** Three closed lines that swing around one ring; how many lobes they have, the text decides. */
function rosette(text: string): readonly string[] {
  const sum = [...text].reduce((total, sign) => (total * 31 + (sign.codePointAt(0) ?? 0)) % 9973, 7);
  const lobes = 5 + (sum % 7);
  return [0, 1, 2].map((line) => {
    const turn = (line * 2 * Math.PI) / 3;
    const points = Array.from({ length: 97 }, (_, step) => {
      const angle = (2 * Math.PI * step) / 96;
      const reach = 26 + 3.5 * Math.cos(lobes * angle + turn);
      return `${(32 + reach * Math.cos(angle)).toFixed(1)} ${(32 + reach * Math.sin(angle)).toFixed(1)}`;
    });
    return `M${points.join('L')}Z`;
  });
}
