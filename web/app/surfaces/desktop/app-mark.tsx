import { classNames } from '../../ui/class-names.ts';

/** The engraved mark of an app: a rosette that its path decides, with the first letter of its title. */
export function AppMark({ path, title, className }: { readonly path: string; readonly title: string; readonly className?: string }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className={classNames('desktop-mark', className)}>
      {rosette(path).map((d) => (
        <path key={d} d={d} fill="none" stroke="currentColor" strokeWidth="0.9" />
      ))}
      <text x="32" y="39" textAnchor="middle">
        {title.slice(0, 1)}
      </text>
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
      const reach = 23 + 6 * Math.cos(lobes * angle + turn);
      return `${(32 + reach * Math.cos(angle)).toFixed(1)} ${(32 + reach * Math.sin(angle)).toFixed(1)}`;
    });
    return `M${points.join('L')}Z`;
  });
}
