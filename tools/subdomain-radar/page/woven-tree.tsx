import { TableFrame } from '../../../web/app/ui/table-frame.tsx';
import type { FoundName, NameStatus } from '../knowledge/radar-report.ts';
import { layOutNames, type TreeNode } from './name-tree.ts';

const maxRows = 120;
const rowHeight = 26;
const columnWidth = 250;
const maxLetters = 20;
const letterWidth = 8.2;

/** Each state's ink, and whether its threads run through. */
export const statusLooks: Readonly<Record<NameStatus, { readonly word: string; readonly ink: string; readonly gaps?: string }>> = {
  verified: { word: 'verified', ink: 'var(--verdigris)' },
  wildcard: { word: 'wildcard', ink: 'var(--ultramarine)', gaps: '6 2' },
  dead: { word: 'dead', ink: 'var(--muted)', gaps: '1 3' },
  dangling: { word: 'dangling', ink: 'var(--carmine)', gaps: '4 3' },
};

/** The names as a tree, each branch of threads that weave about one another. An ornament: the table says the same. */
export function WovenTree({ domain, names }: { readonly domain: string; readonly names: readonly FoundName[] }) {
  const nodes = layOutNames(domain, names, maxRows);
  const columns = Math.max(...nodes.map(({ column }) => column)) + 1;
  const rows = Math.max(...nodes.map(({ row }) => row)) + 1;
  const [width, height] = [columns * columnWidth + 20, rows * rowHeight + 16];
  return (
    <TableFrame label="The names as a tree" className="mt-3 rounded-card border border-hairline bg-surface">
      <svg aria-hidden="true" width={width} height={height} viewBox={`0 0 ${width} ${height}`} className="mx-auto max-w-none">
        {nodes.map((node) => (
          <Branch key={node.name} node={node} />
        ))}
      </svg>
    </TableFrame>
  );
}

/** The threads from a label's end to each that hangs on it, and the label above them. */
function Branch({ node }: { readonly node: TreeNode }) {
  const { status, parent } = node;
  const [x, y] = placeOf(node);
  const { ink, gaps } = looksOf(status);
  return (
    <>
      {parent === undefined ? null : (
        <g fill="none" stroke={ink} strokeWidth="0.7" strokeDasharray={gaps}>
          {[0, 1, 2].map((thread) => (
            <path key={thread} d={weave(endOf(parent), [x, y], (2 * Math.PI * thread) / 3)} />
          ))}
        </g>
      )}
      <circle cx={x} cy={y} r="3.2" fill="var(--surface)" stroke={ink} strokeWidth="1.4" />
      <text x={x + 9} y={y + 4} fontSize="13" className="font-mono" fill={status === undefined ? 'var(--muted)' : 'var(--ink)'}>
        {shownLabel(node)}
      </text>
    </>
  );
}

function looksOf(status: NameStatus | undefined): { readonly ink: string; readonly gaps?: string } {
  return status === undefined ? { ink: 'var(--copper)' } : statusLooks[status];
}

function shownLabel({ label }: TreeNode): string {
  return label.length > maxLetters ? `${label.slice(0, maxLetters - 1)}…` : label;
}

/** Where a label ends: its letters are all as wide. */
function endOf(node: TreeNode): readonly [number, number] {
  const [x, y] = placeOf(node);
  return [x + 14 + shownLabel(node).length * letterWidth, y];
}

function placeOf({ column, row }: TreeNode): readonly [number, number] {
  return [16 + column * columnWidth, 20 + row * rowHeight];
}

/** One of three threads about a curve from parent to child; at both ends they meet. */
function weave([fromX, fromY]: readonly [number, number], [toX, toY]: readonly [number, number], phase: number): string {
  const steps = 36;
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const part = step / steps;
    const eased = part * part * (3 - 2 * part);
    const swing = 3.4 * Math.sin(Math.PI * part) * Math.sin(6 * Math.PI * part + phase);
    return `${(fromX + (toX - fromX) * part).toFixed(1)} ${(fromY + (toY - fromY) * eased + swing).toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}
