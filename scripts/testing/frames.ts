import type { SourceFile } from './sizes.ts';

/** What only the frame draws: what is looked for, and what a page uses in its place. */
type Part = { readonly pattern: RegExp; readonly name: string; readonly instead: string };

const parts: readonly Part[] = [
  { pattern: /<(?:main|header|h1)\b/, name: 'a head', instead: 'OwnerPage, ToolFrame or, of a view, PageHead' },
  { pattern: /<SyncStatus\b/, name: 'a sync line', instead: "OwnerPage's `records` or PageStateFrom" },
  { pattern: /Sample data: /, name: 'a sample banner', instead: "OwnerPage's `sample` or PageStateFrom" },
  { pattern: /<Panel\s[^>]*title="Trash"/, name: 'a trash', instead: 'Trash or BundlesTrash' },
];

/** A file that draws one of the parts all the same, and why. */
export type FrameException = { readonly file: string; readonly name: string; readonly reason: string };

/** Whether a file draws pages or views of the owner's, or pages of tools. */
export function isFramed(path: string): boolean {
  return (
    /^(?:tools\/[^/]+\/page|web\/app\/surfaces\/dashboard|web\/app\/domains\/(?:media|engagements|money|tool-reports))\/.*\.tsx$/.test(
      path,
    ) && !/\.test\.tsx$|\/testing\//.test(path)
  );
}

/** Where a page draws a part of its frame by itself, each in a line with what to use. */
export function findOwnFrames(files: readonly SourceFile[], exceptions: readonly FrameException[]): readonly string[] {
  return files
    .filter(({ path }) => isFramed(path))
    .flatMap(({ path, source }) =>
      source
        .split('\n')
        .flatMap((line, index) =>
          parts
            .filter(({ pattern, name }) => pattern.test(line) && !exceptions.some((one) => one.file === path && one.name === name))
            .map(({ name, instead }) => `${path}:${index + 1} draws ${name} of its own: use ${instead}`),
        ),
    );
}
