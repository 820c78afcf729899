import { TableFrame } from '../../../web/app/ui/table-frame.tsx';
import type { FoundName, NameStatus } from '../knowledge/radar-report.ts';
import { layOutNames, type TreeNode } from './name-tree.ts';

const maxRows = 120;
const rowHeight = 26;
/** How far the threads run between the longest label of a column and the next column. */
const weaveWidth = 64;
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
  const starts = columnStarts(nodes);
  const rows = Math.max(...nodes.map(({ row }) => row)) + 1;
  const [width, height] = [(starts.at(-1) ?? 0) - weaveWidth + 12, rows * rowHeight + 16];
  return (
    <TableFrame label="The names as a tree" className="mt-3 rounded-card border border-hairline bg-surface">
      <svg aria-hidden="true" width={width} height={height} viewBox={`0 0 ${width} ${height}`} className="mx-auto max-w-none">
        {nodes.map((node) => (
          <Branch key={node.name} node={node} starts={starts} />
        ))}
      </svg>
    </TableFrame>
  );
}

/** The threads from a label's end to each that hangs on it, and the label above them. */
function Branch({ node, starts }: { readonly node: TreeNode; readonly starts: readonly number[] }) {
  const { status, parent } = node;
  const [x, y] = placeOf(node, starts);
  const { ink, gaps } = looksOf(status);
  return (
    <>
      {parent === undefined ? null : (
        <g fill="none" stroke={ink} strokeWidth="0.7" strokeDasharray={gaps}>
          {[0, 1, 2].map((thread) => (
            <path key={thread} d={weave(endOf(parent, starts), [x, y], (2 * Math.PI * thread) / 3)} />
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

/** Where each column begins, and where one after the last would: a phone shows as many as their labels leave room for. */
function columnStarts(nodes: readonly TreeNode[]): readonly number[] {
  const columns = Math.max(...nodes.map(({ column }) => column)) + 1;
  const starts = [16];
  for (let column = 0; column < columns; column += 1) {
    const longest = Math.max(...nodes.filter((node) => node.column === column).map((node) => shownLabel(node).length));
    starts.push((starts[column] ?? 0) + labelStart + longest * letterWidth + weaveWidth);
  }
  return starts;
}

const labelStart = 14;

/** Where a label ends: its letters are all as wide. */
function endOf(node: TreeNode, starts: readonly number[]): readonly [number, number] {
  const [x, y] = placeOf(node, starts);
  return [x + labelStart + shownLabel(node).length * letterWidth, y];
}

function placeOf({ column, row }: TreeNode, starts: readonly number[]): readonly [number, number] {
  return [starts[column] ?? 0, 20 + row * rowHeight];
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
