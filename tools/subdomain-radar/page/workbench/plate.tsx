import { recordedOf } from '../../../../web/app/domains/workbench/recorded.ts';
import { recordPlate } from '../../../tool-plate.ts';
import { subdomainRadar } from '../../manifest.ts';

/** The recorded names on the workbench, woven to their domain: copper where nobody looks after one. */
export const radarPlate = recordPlate({
  tool: subdomainRadar,
  load: async () => {
    const sample = (await import('../sample.json', { with: { type: 'json' } })).default;
    return { ...recordedOf(sample), names: sample.report.names.map(({ status }) => status === 'dangling') };
  },
  Picture: ({ data: { names } }) => <NameTree names={names} />,
});

/** `names`: whether each is left behind. */
function NameTree({ names }: { readonly names: readonly boolean[] }) {
  const places = names.map((isLeft, at) => ({
    isLeft,
    x: at % 2 === 0 ? 104 + 20 * (at % 3) : 146 + 17 * (at % 3),
    y: Math.round(9 + (106 * at) / Math.max(1, names.length - 1)),
  }));
  const circles = (wanted: boolean, radius: number) =>
    places.filter(({ isLeft }) => isLeft === wanted).map(({ x, y }) => <circle key={y} cx={x} cy={y} r={radius} />);
  const threads = (away: number) =>
    places.map(({ x, y }) => `M60 62C${Math.round(70 + x / 9)} ${62 + away} ${x - 34} ${y - away} ${x} ${y}`).join('');
  return (
    <svg viewBox="0 0 190 124" preserveAspectRatio="xMinYMid" className="bench-tree" aria-hidden="true">
      <path d={[-6, 0, 6].map(threads).join('')} />
      <g stroke="var(--verdigris)">
        <circle cx="32" cy="62" r="27" />
        <circle cx="32" cy="62" r="20" />
        <circle cx="32" cy="62" r="9" />
        {circles(false, 5)}
      </g>
      <g stroke="var(--copper)">{circles(true, 6.5)}</g>
    </svg>
  );
}
