import type { FoundName, NameStatus } from '../knowledge/radar-report.ts';

/** A label of the tree, with its place: columns to the right, rows downwards. */
export type TreeNode = {
  /** The whole name. */
  readonly name: string;
  readonly label: string;
  readonly column: number;
  readonly row: number;
  /** None where only names below it are known. */
  readonly status: NameStatus | undefined;
  readonly parent: TreeNode | undefined;
};

type Branch = { readonly name: string; readonly children: Map<string, Branch> };

/**
 * Lays the names below a domain out: every end in a row of its own, each label above between those below it. Of more names than
 * `maxRows`, the first are taken.
 */
export function layOutNames(domain: string, names: readonly FoundName[], maxRows: number): readonly TreeNode[] {
  const root: Branch = { name: domain, children: new Map() };
  const statuses = new Map(names.map(({ name, status }) => [name, status]));
  for (const { name } of names.slice(0, maxRows)) {
    let branch = root;
    for (const label of name
      .slice(0, -domain.length - 1)
      .split('.')
      .toReversed()) {
      const next = branch.children.get(label) ?? { name: `${label}.${branch.name}`, children: new Map() };
      branch.children.set(label, next);
      branch = next;
    }
  }
  const nodes: TreeNode[] = [];
  let row = 0;
  const place = (
    branch: Branch,
    label: string,
    column: number,
  ): { readonly row: number; readonly settle: (parent: TreeNode | undefined) => void } => {
    const below = [...branch.children].map(([one, child]) => place(child, one, column + 1));
    const [first] = below;
    const own = first === undefined ? row : (first.row + (below.at(-1)?.row ?? first.row)) / 2;
    if (first === undefined) row += 1;
    return {
      row: own,
      settle: (parent) => {
        const node = { name: branch.name, label, column, row: own, status: statuses.get(branch.name), parent };
        nodes.push(node);
        for (const child of below) child.settle(node);
      },
    };
  };
  place(root, domain, 0).settle(undefined);
  return nodes;
}
