import { TableFrame } from '../../../web/app/ui/table-frame.tsx';
import { counted } from '../knowledge/counted.ts';
import type { Item } from './threat-answers.ts';
import { daysUntil } from './words.ts';

const days = 28;
const ruler = Array.from({ length: days + 1 }, (_, day) => day);
const stepPx = 24;
const heightPx = 70;

/** The next four weeks as a ruler: a mark above a day for each vulnerability that is due then. */
export function DueRuler({ items, today }: { readonly items: readonly Item[]; readonly today: string }) {
  const byDay = new Map<number, Item[]>();
  for (const item of items) {
    if (item.kev === undefined) continue;
    const day = daysUntil(item.kev.dueOn, today);
    if (day < 0 || day > days) continue;
    byDay.set(day, [...(byDay.get(day) ?? []), item]);
  }
  const soon = [...byDay.values()].flat();
  const mine = soon.filter(({ affects }) => affects.length > 0).length;
  const label = `Due within four weeks: ${counted(soon.length, 'vulnerability', 'vulnerabilities')} in CISA KEV, ${mine} in your inventory.`;
  const most = 4;
  return (
    <figure className="min-w-0">
      <TableFrame label="Ruler of due dates">
        <svg role="img" aria-label={label} viewBox={`-26 0 ${days * stepPx + 52} ${heightPx + 22}`} className="w-full min-w-[36rem]">
          {ruler.map((day) => {
            const isWeek = day % 7 === 0;
            return (
              <g key={day}>
                <rect x={day * stepPx - 0.5} y={heightPx - (isWeek ? 14 : 7)} width="1" height={isWeek ? 14 : 7} fill="var(--edge)" />
                {isWeek ? (
                  <text x={day * stepPx} y={heightPx + 17} textAnchor="middle" fontSize="11" fill="var(--muted)">
                    {day === 0 ? 'Today' : shortDay(today, day)}
                  </text>
                ) : null}
              </g>
            );
          })}
          <rect x="0" y={heightPx} width={days * stepPx} height="1" fill="var(--edge)" />
          {[...byDay].flatMap(([day, due]) =>
            [...due]
              .sort((one, other) => other.affects.length - one.affects.length)
              .slice(0, most)
              .map((item, place) => {
                const y = heightPx - 22 - place * 12;
                const isMine = item.affects.length > 0;
                return (
                  <path
                    key={item.id}
                    d={`M${day * stepPx} ${y - 5}l5 5l-5 5l-5 -5z`}
                    fill={isMine ? 'var(--carmine)' : 'none'}
                    stroke={isMine ? 'var(--carmine)' : 'var(--copper)'}
                    strokeWidth="1"
                  />
                );
              }),
          )}
        </svg>
      </TableFrame>
      <figcaption className="mt-1 flex flex-wrap gap-x-5 text-sm text-muted">
        <span>
          <span aria-hidden="true" className="text-carmine">
            ◆{' '}
          </span>
          in your inventory
        </span>
        <span>
          <span aria-hidden="true" className="text-copper">
            ◇{' '}
          </span>
          in CISA KEV only
        </span>
      </figcaption>
    </figure>
  );
}

function shortDay(today: string, days: number): string {
  const at = new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000);
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
}
