import type { ProjectGraph, Selection } from './select-tests.ts';

/** So many files are named in a line; of more, their number is. */
const maxNamed = 5;

/** What was selected and why, in a few lines; with `why`, for each test the way from a changed file to it. */
export function describeSelection(graph: ProjectGraph, selection: Selection, changed: readonly string[], why: boolean): string {
  const differ = `${changed.length} changed: ${listed(changed)}`;
  if (selection.kind === 'everything') return `${differ}\neverything runs, because ${selection.why}`;
  const { selected, unreached } = selection;
  const projects = [...new Set(graph.tests.map(({ project }) => project))].flatMap((project) => {
    const count = selected.filter(({ test }) => test.project === project).length;
    return count === 0 ? [] : [`${project} ${count}`];
  });
  return [
    differ,
    `${selected.length} of ${graph.tests.length} test files can notice${projects.length > 0 ? `: ${projects.join(', ')}` : ''}`,
    ...(unreached.length > 0 ? [`no test reaches ${listed(unreached)}`] : []),
    ...(why ? selected.map(({ path }) => `  because: ${path.toReversed().join(' → ')}`) : ['--why says why of each']),
  ].join('\n');
}

function listed(files: readonly string[]): string {
  return files.length > maxNamed ? `${files.slice(0, maxNamed).join(', ')} and ${files.length - maxNamed} more` : files.join(', ');
}
